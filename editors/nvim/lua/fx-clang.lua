-- fx-clang-lsp in Neovim: shapes at the ends of lines, beside clangd, and graphs in files .fx.
-- Neovim 0.10 shows inlay hints itself; before, they are virtual text.
local M = {}

local namespace = vim.api.nvim_create_namespace('fx-clang')

local defaults = {
  cmd = { 'fx-clang-lsp' },
  filetypes = { 'c', 'cpp', 'cuda', 'fx' },
  -- What docs/Editor.md calls initializationOptions.
  settings = {},
}

local function root_of(buffer)
  local name = vim.api.nvim_buf_get_name(buffer)
  local folder = vim.fn.fnamemodify(name, ':p:h')
  for _, marker in ipairs({ '.fx-clang', 'compile_commands.json', '.git' }) do
    local found = vim.fn.findfile(marker, folder .. ';')
    if found == '' then found = vim.fn.finddir(marker, folder .. ';') end
    if found ~= '' then return vim.fn.fnamemodify(found, ':p:h') end
  end
  return folder
end

-- The column of bytes of a place in UTF-16 code units.
local function byte_column(buffer, position)
  local line = vim.api.nvim_buf_get_lines(buffer, position.line, position.line + 1, false)[1]
  if line == nil then return nil end
  local ok, column = pcall(vim.str_byteindex, line, position.character, true)
  return ok and column or #line
end

--- Draws hints as virtual text behind their lines.
function M.draw(buffer, hints)
  vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
  local lines = {}
  for _, hint in ipairs(hints or {}) do
    local column = byte_column(buffer, hint.position)
    if column ~= nil then
      local text = lines[hint.position.line]
      lines[hint.position.line] = text and (text .. '  ' .. hint.label) or hint.label
    end
  end
  for line, text in pairs(lines) do
    vim.api.nvim_buf_set_extmark(buffer, namespace, line, 0, {
      virt_text = { { '  ' .. text, 'Comment' } },
      hl_mode = 'combine',
    })
  end
end

--- Asks for the hints of a buffer and draws them.
function M.refresh(client, buffer)
  local last = vim.api.nvim_buf_line_count(buffer)
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    range = { start = { line = 0, character = 0 }, ['end'] = { line = last, character = 0 } },
  }
  client.request('textDocument/inlayHint', params, function(problem, hints)
    if not problem and vim.api.nvim_buf_is_valid(buffer) then M.draw(buffer, hints) end
  end, buffer)
end

local has_own_hints = vim.lsp.inlay_hint ~= nil

local function config_of(options, buffer)
  local capabilities = vim.lsp.protocol.make_client_capabilities()
  local config = {
    name = 'fx-clang',
    cmd = options.cmd,
    root_dir = root_of(buffer),
    init_options = options.settings,
    capabilities = capabilities,
  }
  if has_own_hints then return config end
  capabilities.workspace = capabilities.workspace or {}
  capabilities.workspace.inlayHint = { refreshSupport = true }
  config.handlers = {
    ['workspace/inlayHint/refresh'] = function(_, _, context)
      local client = vim.lsp.get_client_by_id(context.client_id)
      for _, attached in ipairs(vim.lsp.get_buffers_by_client_id(context.client_id)) do
        M.refresh(client, attached)
      end
      return vim.NIL
    end,
  }
  return config
end

local clients = {} -- by root, before Neovim 0.8 has vim.lsp.start

--- Starts the server for a buffer, or lets the one of its project have it.
function M.start(options, buffer)
  local config = config_of(options, buffer)
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
  else
    local id = clients[config.root_dir]
    if id == nil or vim.lsp.get_client_by_id(id) == nil then
      id = vim.lsp.start_client(config)
      clients[config.root_dir] = id
    end
    if id ~= nil then vim.lsp.buf_attach_client(buffer, id) end
  end
  if has_own_hints then vim.lsp.inlay_hint.enable(true, { bufnr = buffer }) end
end

-- Neovim takes files .fx for HLSL, from 0.9 on; 0.7 reads no table of filetypes.
local function name_graphs(group)
  if vim.fn.has('nvim-0.8') == 1 then
    vim.filetype.add({ extension = { fx = 'fx' } })
  else
    vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
      group = group,
      pattern = '*.fx',
      command = 'setfiletype fx',
    })
  end
end

--- require('fx-clang').setup({ cmd = { 'fx-clang-lsp' } })
function M.setup(options)
  options = vim.tbl_deep_extend('force', defaults, options or {})
  local group = vim.api.nvim_create_augroup('fx-clang', { clear = true })
  if vim.tbl_contains(options.filetypes, 'fx') then name_graphs(group) end
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = options.filetypes,
    callback = function(event) M.start(options, event.buf) end,
  })
end

return M
