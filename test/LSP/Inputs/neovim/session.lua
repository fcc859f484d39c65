-- Opens a model in Neovim, edits it, and prints what the buffer shows: hints, messages, and the
-- text after a quick fix.
vim.opt.runtimepath:append(vim.env.FX_PLUGIN)
vim.opt.swapfile = false
require('fx-clang').setup({ cmd = { vim.env.FX_SERVER } })
vim.cmd('filetype on')
vim.cmd('edit ' .. vim.env.FX_MODEL)
local buffer = vim.api.nvim_get_current_buf()

-- Lines of the buffer with what is shown behind them.
local function shown()
  local result = {}
  local marks = vim.api.nvim_buf_get_extmarks(
    buffer, vim.api.nvim_create_namespace('fx-clang'), 0, -1, { details = true })
  for _, mark in ipairs(marks) do
    result[mark[2] + 1] = vim.trim(mark[4].virt_text[1][1])
  end
  if vim.lsp.inlay_hint then
    for _, each in ipairs(vim.lsp.inlay_hint.get({ bufnr = buffer })) do
      local line = each.inlay_hint.position.line + 1
      result[line] = (result[line] and result[line] .. '  ' or '') .. each.inlay_hint.label
    end
  end
  return result
end

local function wait_for(what, is_there)
  if not vim.wait(60000, is_there, 50) then
    print('no ' .. what)
    vim.cmd('cquit')
  end
end

local function line_with(text)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    if line:find(text, 1, true) then return number end
  end
end

local function report(text)
  io.stdout:write(text .. '\n')
end

wait_for('hints', function() return shown()[line_with('auto y')] ~= nil end)
-- Neovim 0.10 shows hints itself, and then the plugin draws none.
local marks = vim.api.nvim_buf_get_extmarks(
  buffer, vim.api.nvim_create_namespace('fx-clang'), 0, -1, {})
local own = vim.lsp.inlay_hint ~= nil and vim.lsp.inlay_hint.is_enabled({ bufnr = buffer })
if own == (#marks > 0) then report('hints are drawn twice, or by nobody') end
report('drawn by ' .. (own and 'Neovim' or 'the plugin'))
report('opened: ' .. shown()[line_with('auto y')])

vim.lsp.codelens.refresh({ bufnr = buffer })
wait_for('lenses', function() return #vim.lsp.codelens.get(buffer) > 0 end)
local titles = {}
for _, lens in ipairs(vim.lsp.codelens.get(buffer)) do
  table.insert(titles, lens.range.start.line + 1 .. ' ' .. lens.command.title)
end
print('lenses: ' .. table.concat(titles, ' | '))

-- A layer of another size: the hint of the line behind it follows.
local made = line_with('Linear(8, 4)')
local text = vim.api.nvim_buf_get_lines(buffer, made - 1, made, false)[1]
vim.api.nvim_buf_set_lines(buffer, made - 1, made, false, { '// ä\u{1F600}', (text:gsub('8, 4', '8, 6')) })
wait_for('hints of the edited text', function()
  local hint = shown()[line_with('auto y')]
  return hint ~= nil and hint:find('6]', 1, true)
end)
report('edited: ' .. shown()[line_with('auto y')])

-- Half a statement: a message, and its quick fix.
local doubled = line_with('y = y * 2;')
vim.api.nvim_buf_set_lines(buffer, doubled - 1, doubled, false, { '    y = y * 2' })
local function errors()
  return vim.diagnostic.get(buffer, { severity = vim.diagnostic.severity.ERROR })
end
wait_for('a message', function() return #errors() > 0 end)
local said = errors()[1]
report('message: ' .. said.source .. ': ' .. said.message)
local params = {
  textDocument = vim.lsp.util.make_text_document_params(buffer),
  range = {
    start = { line = said.lnum, character = said.col },
    ['end'] = { line = said.lnum, character = said.col },
  },
  context = { diagnostics = {} },
}
local answers = vim.lsp.buf_request_sync(buffer, 'textDocument/codeAction', params, 60000)
for _, answer in pairs(answers) do
  local action = answer.result[1]
  report('action: ' .. action.title)
  vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
end
report('fixed: ' .. vim.api.nvim_buf_get_lines(buffer, doubled - 1, doubled, false)[1])
wait_for('the end of the message', function() return #errors() == 0 end)
report('hints: ' .. shown()[line_with('auto y')])
