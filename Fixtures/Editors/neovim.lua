-- Neovim 0.11 or later: runs the language server, which works beside sourcekit-lsp.
-- Neovim 0.7 or later: starts a process for each edit, which takes some milliseconds.
local function is_installed()
  local found = vim.fn.executable('swift-determinism-lint') == 1
  if not found then
    vim.notify_once('swift-determinism-lint is not on the PATH', vim.log.levels.WARN)
  end
  return found
end

if vim.fn.has('nvim-0.11') == 1 then
  vim.lsp.config('swift-determinism-lint', {
    cmd = { 'swift-determinism-lint', 'language-server' },
    filetypes = { 'swift' },
    root_markers = { '.swift-determinism-lint.yml', 'Package.swift', '.git' },
  })
  vim.lsp.enable('swift-determinism-lint')
  -- Neovim skips a server that it does not find, and says nothing.
  vim.api.nvim_create_autocmd('FileType', {
    pattern = 'swift',
    -- A callback that returns true would be removed.
    callback = function() is_installed() end,
  })
else
  local namespace = vim.api.nvim_create_namespace('swift-determinism-lint')

  local function show(buffer, report)
    local diagnostics = {}
    for _, finding in ipairs(report.diagnostics) do
      table.insert(diagnostics, {
        lnum = finding.line - 1,
        col = finding.column - 1,
        end_lnum = finding['end-line'] - 1,
        end_col = finding['end-column'] - 1,
        severity = finding.severity == 'error' and vim.diagnostic.severity.ERROR
          or vim.diagnostic.severity.WARN,
        message = finding.message,
        code = finding.rule,
        source = 'determinism',
      })
    end
    vim.diagnostic.set(namespace, buffer, diagnostics)
  end

  local function lint(event)
    local buffer = event.buf
    if not is_installed() then return end
    local tick = vim.api.nvim_buf_get_changedtick(buffer)
    local output, errors = '', ''
    local job = vim.fn.jobstart({
      'swift-determinism-lint', '--quiet', '--no-color-diagnostics', '--format', 'json',
      '--stdin-path', vim.api.nvim_buf_get_name(buffer),
    }, {
      stdout_buffered = true,
      stderr_buffered = true,
      on_stdout = function(_, lines) output = table.concat(lines, '\n') end,
      on_stderr = function(_, lines) errors = table.concat(lines, '\n') end,
      on_exit = function()
        -- Two messages, each after a line with its length; the second has the findings.
        local message = output:match('^%d+\n{.-\n}\n%d+\n({.*})')
        if not message then
          vim.notify_once(errors:match('[^\n]*'), vim.log.levels.WARN)
        elseif vim.api.nvim_buf_is_valid(buffer)
          and vim.api.nvim_buf_get_changedtick(buffer) == tick then
          show(buffer, vim.json.decode(message))
        end
      end,
    })
    local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, true)
    table.insert(lines, '')
    vim.fn.chansend(job, lines)
    vim.fn.chanclose(job, 'stdin')
  end

  vim.api.nvim_create_autocmd({ 'BufWinEnter', 'TextChanged', 'TextChangedI', 'TextChangedP' }, {
    group = vim.api.nvim_create_augroup('swift-determinism-lint', {}),
    pattern = '*.swift',
    callback = lint,
  })
end
