-- Opens graph text in Neovim, and prints where names lead and what is wrong with an edited line.
vim.opt.runtimepath:append(vim.env.FX_PLUGIN)
vim.opt.swapfile = false
require('fx-clang').setup({ cmd = { vim.env.FX_SERVER } })
vim.cmd('filetype on')
vim.cmd('edit ' .. vim.env.FX_GRAPH)
local buffer = vim.api.nvim_get_current_buf()

local function report(text)
  io.stdout:write(text .. '\n')
end

report('filetype: ' .. vim.bo[buffer].filetype)

local function ask(method, text, word)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local begin = line:find(text, 1, true)
    if begin ~= nil then
      local params = {
        textDocument = vim.lsp.util.make_text_document_params(buffer),
        position = { line = number - 1, character = line:find(word, begin, true) - 1 },
      }
      local answers = vim.lsp.buf_request_sync(buffer, method, params, 60000) or {}
      for _, answer in pairs(answers) do return answer.result end
    end
  end
end

local function where(locations)
  local uri = locations[1].uri:match('[^/]*$')
  return ('%s:%d'):format(uri, locations[1].range.start.line + 1)
end

vim.wait(60000, function()
  for _, client in pairs(vim.lsp.buf_get_clients(buffer)) do
    if client.initialized then return true end
  end
end, 50)
report('operand: ' .. where(ask('textDocument/definition', '(%fc,)', '%fc')))
report('source: ' .. where(ask('textDocument/definition', '%fc :', '%fc')))
report('hover: ' .. ask('textDocument/hover', '(%fc,)', '%fc').contents.value:match('used by [^\n]*'))

vim.api.nvim_buf_set_lines(buffer, -2, -1, false, { '    return %fcc' })
local said
vim.wait(60000, function()
  said = vim.diagnostic.get(buffer)[1]
  return said ~= nil
end, 50)
report(('line %d: %s'):format(said.lnum + 1, said.message))
