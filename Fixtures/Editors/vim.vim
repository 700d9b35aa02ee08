" Puts the findings of a Swift file into the location list of its window, after each change:
" ':lopen' shows them, ':lnext' goes to the next. ':make' puts the findings of the project into
" the quickfix list. Vim 8.1 or later.
let s:places = '%f:%l:%c: %trror: %m,%f:%l:%c: %tarning: %m,%-G%.%#'
let s:command = 'swift-determinism-lint --quiet --no-color-diagnostics --format short'
let s:said = []

function! s:Lint() abort
  if !executable('swift-determinism-lint')
    return s:Complain('swift-determinism-lint is not on the PATH')
  endif
  let lines = systemlist(s:command . ' --stdin-path ' . shellescape(expand('%:p')), getline(1, '$'))
  let status = v:shell_error
  call setloclist(0, [], 'r', {'title': 'determinism', 'lines': lines, 'efm': s:places})
  " From 2 on it could not do its work. A longer line would ask for Enter.
  if 1 < status | call s:Complain(matchstr(lines, 'error: ')[: &columns - 32]) | endif
endfunction

" Says what is wrong once, not at each keystroke, and when the window is there.
function! s:Complain(problem) abort
  if index(s:said, a:problem) == -1
    call add(s:said, a:problem)
    call timer_start(0, function('s:Warn', [a:problem]))
  endif
endfunction

function! s:Warn(problem, timer) abort
  echohl WarningMsg | echomsg a:problem | echohl None
endfunction

" Lints after a pause in typing. By then another file may be open.
function! s:LintSoon() abort
  call timer_stop(get(s:, 'timer', -1))
  let s:timer = timer_start(50, {_ -> expand('%:e') ==# 'swift' ? s:Lint() : 0})
endfunction

augroup determinism
  autocmd!
  autocmd BufWinEnter,TextChanged,InsertLeave *.swift call s:Lint()
  autocmd TextChangedI *.swift call s:LintSoon()
  autocmd FileType swift let &l:makeprg = s:command | let &l:errorformat = s:places
augroup END
