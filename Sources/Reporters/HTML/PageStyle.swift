/// What is between the tags `style` of each page.
let pageStyle: StaticString = """

  :root {
    color-scheme: light dark;
    --page: #fff; --text: #1f2328; --quiet: #59636e; --line: #d0d7de; --soft: #f6f8fa;
    --link: #0550ae; --error: #c4232b; --warning: #8a5a00;
    --product: #2f6fdb; --tests: #8250df; --samples: #1a7f5a;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --page: #0d1117; --text: #e6edf3; --quiet: #9198a1; --line: #3d444d; --soft: #161b22;
      --link: #6cb6ff; --error: #ff7b72; --warning: #e3b341;
      --product: #589bff; --tests: #b083f0; --samples: #3fb88a;
    }
  }
  * { box-sizing: border-box; }
  html { scroll-padding-top: 1rem; }
  body {
    margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 72rem;
    background: var(--page); color: var(--text);
    font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: anywhere;
  }
  h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem; }
  h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; }
  h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
  p { margin: .25rem 0; }
  a { color: var(--link); }
  code, pre { font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
  pre {
    margin: .5rem 0; padding: .5rem .75rem; overflow-x: auto; background: var(--soft);
    border: 1px solid var(--line); border-radius: 6px; overflow-wrap: normal; tab-size: 1;
  }
  :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
  [hidden] { display: none !important; }
  .quiet { color: var(--quiet); }
  b.e, article.e > p > b { color: var(--error); }
  b.w, article.w > p > b { color: var(--warning); }
  #printed { display: none; }
  nav a { margin-right: 1rem; }
  .wide { overflow-x: auto; }
  .notice {
    border: 2px solid var(--error); border-radius: 6px; padding: 0 1rem .5rem; margin: 1rem 0;
  }
  .notice h2 { margin: .75rem 0 .25rem; }

  .glance {
    display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .75rem;
    margin: 1.5rem 0;
  }
  .glance div { border: 1px solid var(--line); border-radius: 6px; padding: .5rem .75rem; }
  .glance dt { color: var(--quiet); font-size: .875rem; }
  .glance dd { margin: 0; }
  .glance b { display: block; }

  table { border-collapse: collapse; width: 100%; font-size: .9375rem; overflow-wrap: normal; }
  th, td {
    text-align: left; padding: .25rem .5rem; border-bottom: 1px solid var(--line);
    vertical-align: baseline;
  }
  thead th { color: var(--quiet); font-weight: normal; font-size: .875rem; vertical-align: bottom; }
  tbody th { font-weight: normal; white-space: nowrap; }
  .pack th, .pack td { font-weight: 600; border-bottom-color: var(--quiet); padding-top: 1rem; }
  .number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
  td.bar { width: 20%; min-width: 6rem; }
  .bar svg { display: block; width: 100%; height: .625rem; border-radius: 2px; }
  svg .product { fill: var(--product); }
  svg .tests { fill: var(--tests); }
  svg .samples { fill: var(--samples); }
  .key svg { width: .75rem; height: .75rem; margin-left: .75rem; vertical-align: baseline; }
  .key svg:first-child { margin-left: 0; }

  .tree details > details, .tree details > .leaf { margin-left: 1.25rem; }
  .tree summary, .leaf {
    display: grid; grid-template-columns: minmax(0, 1fr) 7rem 4rem auto auto;
    gap: .75rem; align-items: center; padding: .125rem .25rem;
    border-bottom: 1px solid var(--line);
  }
  .tree .bar svg { display: inline-block; }
  .parts { display: grid; grid-auto-flow: column; grid-auto-columns: 4.5rem; gap: .5rem; }
  .parts { text-align: right; font-variant-numeric: tabular-nums; align-items: end; }
  .parts small { position: absolute; width: 1px; overflow: hidden; clip-path: inset(50%); }
  .owner { width: 12rem; color: var(--quiet); font-size: .875rem; }
  .head { color: var(--quiet); font-size: .875rem; align-items: end; }
  .head > :last-child:not(.parts) { width: 12rem; }
  .tree .name::before { content: "\u{25B8}\u{A0}"; color: var(--quiet); }
  .tree details[open] > summary .name::before { content: "\u{25BE}\u{A0}"; }
  .tree .leaf .name::before { content: "\u{A0}\u{A0}\u{A0}"; }
  .tree summary::-webkit-details-marker { display: none; }

  form {
    border: 1px solid var(--line); border-radius: 6px; padding: .75rem; background: var(--soft);
  }
  form label { display: inline-block; margin: 0 1rem .5rem 0; }
  fieldset { border: 0; padding: 0; margin: 0; }
  legend { float: left; margin-right: 1rem; color: var(--quiet); }
  input, select, button { font: inherit; color: inherit; max-width: 100%; }
  input[type=search], select {
    background: var(--page); border: 1px solid var(--line); border-radius: 6px;
    padding: .125rem .5rem;
  }
  button {
    background: var(--page); border: 1px solid var(--line); border-radius: 6px;
    padding: .125rem .625rem; cursor: pointer;
  }
  .file {
    content-visibility: auto; contain-intrinsic-size: auto 20rem;
    border-top: 1px solid var(--line); margin-top: 1.5rem;
  }
  article {
    content-visibility: auto; contain-intrinsic-size: auto 13rem; margin: .75rem 0 1.25rem;
  }
  .allow { font-size: .875rem; }
  .allow::before { content: "To allow it, write above: "; color: var(--quiet); }
  .allow button { display: none; font-size: .8125rem; }
  .scripted .allow button { display: inline-block; }
  del { color: var(--error); }
  ins { color: var(--samples); text-decoration: none; }
  .fix del, .fix ins {
    font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
    white-space: pre-wrap;
  }
  footer { margin-top: 3rem; }

  @media (max-width: 52rem) {
    .tree summary, .leaf { grid-template-columns: minmax(0, 1fr) 4rem 3.5rem; row-gap: 0; }
    .head { display: none; }
    .parts, .owner { grid-column: 1 / -1; display: block; width: auto; text-align: left; }
    .parts { color: var(--quiet); font-size: .875rem; }
    .parts span { margin-right: .75rem; }
    .parts span:empty { display: none; }
    .parts small { position: static; width: auto; clip-path: none; font-size: inherit; }
    .tree details > details, .tree details > .leaf { margin-left: .75rem; }
  }

  /* Pictures of traces */
  .picture {
    margin: .75rem 0; padding: .75rem; width: fit-content; max-width: 100%; overflow-x: auto;
    border: 1px solid var(--line); border-radius: 6px;
  }
  .ways { display: block; }
  .ways text {
    fill: var(--text); font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
    text-anchor: middle; unicode-bidi: isolate;
  }
  .ways .quiet, .ways .word { fill: var(--quiet); font-size: 11px; }
  .ways .word { text-anchor: start; stroke: var(--page); stroke-width: 4; paint-order: stroke; }
  .ways rect { fill: var(--soft); stroke: var(--line); }
  .ways .entry rect { stroke: var(--tests); stroke-width: 1.5; }
  .ways .use path { fill: var(--page); stroke: var(--error); stroke-width: 2; }
  .ways .use .name { fill: var(--error); font-weight: 700; }
  .ways .line { fill: none; stroke: var(--quiet); stroke-width: 1.25; }
  .ways .head { fill: var(--quiet); }
  .ways .near .line { stroke: var(--text); stroke-width: 2.5; }
  .ways .near .head { fill: var(--text); }
  .ways .new .line { stroke: var(--error); stroke-width: 2.5; }
  .ways .new .head, .ways .word.new, .new { color: var(--error); fill: var(--error); }
  .legend span {
    display: inline-block; padding: 0 .625rem; border: 1px solid var(--line);
    background: var(--soft);
  }
  .legend .entry { border: 1.5px solid var(--tests); border-radius: 1rem; }
  .legend .use { border: 2px solid var(--error); color: var(--error); background: var(--page); }
  h2 code { font-size: 1.0625rem; font-weight: 600; }
  .places { padding: 0; list-style: none; }
  .places li { display: flex; gap: 1rem; padding: .25rem 0; border-top: 1px solid var(--line); }
  .places .count { flex: none; width: 6rem; text-align: end; font-variant-numeric: tabular-nums; }
  .steps li { margin: .5rem 0; }
  .steps .use { list-style: none; }
  @media print {
    .in-words::details-content { content-visibility: visible; }
  }
  summary { cursor: pointer; }

  /* Plots */
  .plot { margin: 1.5rem 0 .5rem; }
  .plot ul { display: none; padding: 0; list-style: none; }
  .plot li svg { width: .75rem; height: .75rem; vertical-align: baseline; }
  .plot .wide > svg {
    display: block; width: 100%; min-width: 46rem; max-width: 68rem; height: auto;
    font-size: 13px;
  }
  .plot text { fill: var(--text); }
  .plot .axis { fill: var(--quiet); font-size: 12px; }
  .plot .count { font-weight: 600; }
  .plot path { fill: none; }
  .plot .grid, .plot .tick, .plot .lead { stroke: var(--line); }
  .plot .uncommitted { stroke: var(--quiet); stroke-dasharray: 4 3; }
  .plot .total { stroke: var(--text); stroke-width: 1.75; }
  .plot .dot { fill: var(--page); stroke: var(--text); stroke-width: 1.5; }
  .plot .hover { fill: transparent; }
  .plot .hover:hover { fill: var(--text); fill-opacity: .12; }
  .plot .band { stroke: var(--page); stroke-width: .75; }
  .plot .b1 { fill: #4f86d9; }
  .plot .b2 { fill: #e09a3e; }
  .plot .b3 { fill: #3f9e72; }
  .plot .b4 { fill: #9d72d8; }
  .plot .b5 { fill: #d4637f; }
  .plot .b6 { fill: #39a0b2; }
  .plot .b7 { fill: #8b949e; }
  .trend table { width: auto; font-size: .875rem; white-space: nowrap; }
  .trend th, .trend td {
    padding: .25rem .75rem; text-align: right; font-weight: 400; font-variant-numeric: tabular-nums;
  }
  .trend thead th { color: var(--quiet); }
  .trend th:first-child {
    position: sticky; left: 0; padding-left: 0; background: var(--page); text-align: left;
  }
  .trend .upright {
    writing-mode: vertical-rl; max-height: 14rem; white-space: normal; overflow-wrap: anywhere;
  }
  .trend tbody tr:hover :is(th, td) { background: var(--soft); }
  @media (max-width: 40rem) {
    .trend th, .trend td { padding: .25rem .5rem; }
    .trend [aria-label=Rules] th:first-child { white-space: normal; }
    .plot ul { display: block; }
  }
  @media print {
    .plot .wide > svg { min-width: 0; }
    .trend th, .trend td { padding: .125rem; }
    .trend thead th { white-space: normal; font-size: 8pt; }
    .trend [aria-label=Rules] tbody th { white-space: normal; overflow-wrap: break-word; }
  }

  @media print {
    :root {
      --page: #fff; --text: #000; --quiet: #444; --line: #999; --soft: #fff; --link: #000;
      --error: #a00; --warning: #640; --product: #2f6fdb; --tests: #8250df; --samples: #1a7f5a;
    }
    body { max-width: none; padding: 0; font-size: 9pt; line-height: 1.35; }
    h1 { font-size: 16pt; }
    h2 { font-size: 12pt; margin-top: 1.5rem; }
    table, pre, code, .quiet, .parts, .fix del, .fix ins { font-size: 8pt !important; }
    th, td { padding: .125rem .25rem; }
    pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: .25rem .5rem; margin: .25rem 0; }
    article { margin: .375rem 0 .625rem; }
    article, tr, .glance div { break-inside: avoid; }
    h2, h3 { break-after: avoid; }
    .wide { overflow: visible; }
    .file, article { content-visibility: visible; }
    .file { margin-top: .75rem; }
    .excused:not([open]), .allow, .screen { display: none !important; }
    .file:not(:has(> article, > [open])) { display: none; }
    .filtered #printed { display: block; font-weight: 600; }
    .filtered :is(.glance, #rules, #folders, #owners, #findings > p) { display: none; }
    .picture { padding: 0; border: 0; overflow: visible; break-inside: avoid; }
    .ways { max-width: 100%; height: auto; }
  }

  """

/// The hash of `pageStyle`; the scene `html` computes it.
let pageStyleHash: StaticString = "sha256-2FGxMdNYLsHTwkV5KMtu0PT5N5m5D5jeuwhEpMaeJQg="
