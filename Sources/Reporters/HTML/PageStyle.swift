/// The text between the tags `style` of each page.
let pageStyle: StaticString = """

  :root {
    color-scheme: light dark;
    --page: #fff; --text: #1f2328; --quiet: #59636e; --line: #d8dee4; --soft: #f6f8fa;
    --link: #0550ae; --error: #c4232b; --warning: #8a5a00; --good: #116329; --mark: #fff3bf;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --page: #0d1117; --text: #e6edf3; --quiet: #9198a1; --line: #30363d; --soft: #161b22;
      --link: #6cb6ff; --error: #ff7b72; --warning: #e3b341; --good: #57ab5a; --mark: #5a4a00;
    }
  }
  * { box-sizing: border-box; }
  body {
    margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 64rem; overflow-wrap: anywhere;
    background: var(--page); color: var(--text);
    font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", sans-serif;
  }
  h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem; }
  h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; }
  h3 { font-size: 1rem; margin: 2rem 0 .5rem; }
  p { margin: .25rem 0; }
  a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 2px; }
  small, .quiet, dt, label { font-size: .875rem; font-weight: normal; color: var(--quiet); }
  code, pre, del, ins { font: .8125rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
  h2 code { font-size: 1.0625rem; }
  pre {
    margin: .5rem 0; padding: .5rem .75rem; overflow-x: auto; overflow-wrap: normal; tab-size: 4;
    background: var(--soft); border-radius: 6px;
  }
  pre i { color: var(--quiet); font-style: normal; user-select: none; }
  mark { background: var(--mark); color: inherit; border-radius: 2px; }
  del, b.e, .sums .e dd, article.e > p > b { color: var(--error); }
  b.w, .sums .w dd, article.w > p > b { color: var(--warning); }
  ins { color: var(--good); text-decoration: none; }
  summary, button { cursor: pointer; }
  :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
  [hidden] { display: none !important; }
  .notice { border: 2px solid var(--error); border-radius: 6px; padding: 0 1rem; margin: 1rem 0; }
  .notice h2 { margin: .75rem 0; }
  footer { margin-top: 3rem; }

  .sums { display: flex; flex-wrap: wrap; gap: 1rem 2rem; margin: 1.5rem 0 0; }
  .sums div { display: flex; flex-direction: column-reverse; }
  .sums dd { margin: 0; font-size: 1.5rem; line-height: 1.25; }
  .tree { border-top: 1px solid var(--line); }
  .tree details > details, .tree details > .leaf { margin-left: 1.25rem; }
  .tree summary, .leaf {
    display: grid; grid-template-columns: minmax(0, 1fr) 4rem 7rem 15rem; gap: 1rem;
    align-items: start; padding: .25rem 0; border-bottom: 1px solid var(--line);
  }
  .tree summary::-webkit-details-marker { display: none; }
  .name::before { content: "\u{25B8}\u{A0}"; color: var(--quiet); }
  [open] > summary > .name::before { content: "\u{25BE}\u{A0}"; }
  .leaf > .name::before { content: "\u{A0}\u{A0}\u{A0}"; }
  .number { text-align: right; font-weight: normal; font-variant-numeric: tabular-nums; }
  .tree svg { width: 100%; height: .5rem; margin-top: .5rem; background: var(--soft); }
  .tree rect { fill: var(--quiet); }
  .note { padding: .5rem 1.25rem 1rem; max-width: 45rem; }

  form { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: end; margin: 1rem 0; }
  form label { flex: 1 1 9rem; }
  label > * { display: block; width: 100%; }
  input, select, button {
    font: inherit; font-size: 1rem; color: var(--text); background: var(--page); height: 2.25rem;
    border: 1px solid var(--line); border-radius: 6px; padding: .25rem .5rem;
  }
  .file { content-visibility: auto; contain-intrinsic-size: auto 20rem; }
  article {
    content-visibility: auto; contain-intrinsic-size: auto 11rem; margin: .75rem 0 1.25rem;
    border-left: 3px solid var(--line); padding-left: .75rem;
  }
  article.e { border-color: var(--error); }
  article.w { border-color: var(--warning); }
  article > .quiet { display: inline-block; margin-right: 1rem; }
  .allow button { display: none; height: auto; padding: 0 .5rem; font-size: .8125rem; }
  .scripted .allow button { display: inline-block; }

  .ways pre { white-space: pre-line; }
  .ways small { display: block; }
  .ways li, .ways p { margin: .375rem 0; }
  .ways details, .leaves {
    margin: .25rem 0 .25rem .25rem; padding: 0 0 0 1rem; border-left: 1px solid var(--line);
    list-style: none;
  }
  .steps { display: flex; align-items: end; gap: .5rem; }
  .steps svg { flex: 1; height: 3rem; }
  .steps path { fill: none; stroke: var(--link); vector-effect: non-scaling-stroke; }
  .wide { overflow-x: auto; margin-top: 1.5rem; }
  table { border-collapse: collapse; font-size: .875rem; white-space: nowrap; }
  th, td {
    padding: .25rem .75rem; text-align: right; font-weight: normal; vertical-align: bottom;
    border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums;
  }
  thead th { color: var(--quiet); white-space: normal; min-width: 5rem; }
  tr > :first-child { position: sticky; left: 0; background: var(--page); text-align: left; }

  @media (max-width: 52rem) {
    .tree summary, .leaf { grid-template-columns: minmax(0, 1fr) auto; gap: 0 1rem; }
    .tree svg { display: none; }
    .tree summary > small, .leaf > small { grid-column: 1 / -1; margin-left: .875rem; }
    .tree details > details, .tree details > .leaf { margin-left: .75rem; }
  }
  @media print {
    :root {
      --page: #fff; --text: #000; --quiet: #444; --line: #999; --soft: #fff; --link: #000;
      --error: #a00; --warning: #640; --good: #040; --mark: #ddd;
    }
    body { max-width: none; padding: 0; font-size: 9pt; line-height: 1.35; }
    code, pre, small, .quiet, del, ins, table { font-size: 8pt; }
    pre { white-space: pre-wrap; overflow-wrap: anywhere; }
    article, tr { break-inside: avoid; }
    h2, h3 { break-after: avoid; }
    .file, article, .ways details::details-content { content-visibility: visible; }
    .screen, .allow, .excused:not([open]), .filtered :is(.sums, #rules, #folders) {
      display: none !important;
    }
    .wide { overflow: visible; }
    th, td { padding: .125rem; }
    thead th { min-width: 0; font-size: 7pt; }
  }

  """

/// The hash of `pageStyle`; the scene `html` computes it.
let pageStyleHash: StaticString = "sha256-naDnM8lR/xq7TVfE30OIypphK4nTR7Bf6Mugr2HKXFo="
