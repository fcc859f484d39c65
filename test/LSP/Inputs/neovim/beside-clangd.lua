-- clangd and fx-clang-lsp on one buffer: both answer a hover, each what it knows.
vim.opt.runtimepath:append(vim.env.FX_PLUGIN)
vim.opt.swapfile = false
require('fx-clang').setup({ cmd = { vim.env.FX_SERVER } })
vim.cmd('filetype on')
vim.cmd('edit ' .. vim.env.FX_MODEL)
local buffer = vim.api.nvim_get_current_buf()
local folder = vim.fn.fnamemodify(vim.env.FX_MODEL, ':h')
local id = vim.lsp.start_client({ name = 'clangd', cmd = { 'clangd', '--log=error' }, root_dir = folder })
vim.lsp.buf_attach_client(buffer, id)

local line
for number, text in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
  if text:find('auto y', 1, true) then line = number - 1 end
end
local text = vim.api.nvim_buf_get_lines(buffer, line, line + 1, false)[1]
local params = {
  textDocument = vim.lsp.util.make_text_document_params(buffer),
  position = { line = line, character = text:find('relu', 1, true) },
}
local function are_ready()
  local ready = 0
  for _, client in pairs(vim.lsp.buf_get_clients(buffer)) do
    if client.initialized then ready = ready + 1 end
  end
  return ready == 2
end
if not vim.wait(60000, are_ready, 50) then
  print('not both servers started')
  vim.cmd('cquit')
end
local found = {}
local function ask()
  for client, answer in pairs(vim.lsp.buf_request_sync(buffer, 'textDocument/hover', params, 60000) or {}) do
    local name = vim.lsp.get_client_by_id(client).name
    if answer.result and answer.result.contents then
      found[name] = table.concat(vim.lsp.util.convert_input_to_markdown_lines(answer.result.contents), ' ')
    end
  end
  return found['clangd'] ~= nil and found['fx-clang'] ~= nil
end
vim.wait(60000, ask, 500)
for _, name in ipairs({ 'clangd', 'fx-clang' }) do
  io.stdout:write(name .. ': ' .. (found[name] or 'no answer') .. '\n')
end
