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
  body {
    margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 72rem;
    background: var(--page); color: var(--text);
    font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: anywhere;
  }
  h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .5rem; }
  h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; }
  h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
  a { color: var(--link); }
  code, pre { font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
  pre {
    margin: .5rem 0; padding: .5rem .75rem; overflow-x: auto; background: var(--soft);
    border: 1px solid var(--line); border-radius: 6px; overflow-wrap: normal; tab-size: 1;
  }
  :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
  .quiet { color: var(--quiet); }
  .e { color: var(--error); }
  .w { color: var(--warning); }

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
  .key span {
    display: inline-block; padding: 0 .625rem; border: 1px solid var(--line);
    background: var(--soft);
  }
  .key .entry { border: 1.5px solid var(--tests); border-radius: 1rem; }
  .key .use { border: 2px solid var(--error); color: var(--error); background: var(--page); }
  h2 code { font-size: 1.0625rem; font-weight: 600; }
  .places { padding: 0; list-style: none; }
  .places li { display: flex; gap: 1rem; padding: .25rem 0; border-top: 1px solid var(--line); }
  .places .count { flex: none; width: 6rem; text-align: end; font-variant-numeric: tabular-nums; }
  .steps li { margin: .5rem 0; }
  summary { cursor: pointer; }

  @media print {
    :root {
      --page: #fff; --text: #000; --quiet: #444; --line: #999; --soft: #fff; --link: #000;
      --error: #a00; --warning: #640;
    }
    body { max-width: none; padding: 0; font-size: 10pt; }
    pre { white-space: pre-wrap; overflow-wrap: anywhere; }
    .screen { display: none !important; }
    .picture { padding: 0; border: 0; overflow: visible; break-inside: avoid; }
    .ways { max-width: 100%; height: auto; }
  }

  """

/// The hash of `pageStyle`; a test computes it.
let pageStyleHash: StaticString = "sha256-6BFKNe0JUY0i0GTHH0MOmlx3PH4jgc7UsRKQ63b6IfA="
