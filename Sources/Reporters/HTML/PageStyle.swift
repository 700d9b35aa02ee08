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

  /* Plots */
  .plot { overflow-x: auto; margin: 1.5rem 0; }
  .plot svg {
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
  .plot .place { fill: transparent; }
  .plot .place:hover { fill: var(--text); fill-opacity: .12; }
  .plot .band { stroke: var(--page); stroke-width: .75; }
  .plot .b1 { fill: #4f86d9; }
  .plot .b2 { fill: #e09a3e; }
  .plot .b3 { fill: #3f9e72; }
  .plot .b4 { fill: #9d72d8; }
  .plot .b5 { fill: #d4637f; }
  .plot .b6 { fill: #39a0b2; }
  .plot .b7 { fill: #8b949e; }
  .trend .scroll { overflow-x: auto; overflow-wrap: normal; }
  .trend table { border-collapse: collapse; width: auto; font-size: .875rem; white-space: nowrap; }
  .trend th, .trend td {
    padding: .25rem .75rem; border-bottom: 1px solid var(--line); text-align: right;
    font-weight: 400; font-variant-numeric: tabular-nums;
  }
  .trend thead th { color: var(--quiet); }
  .trend th:first-child {
    position: sticky; left: 0; padding-left: 0; background: var(--page); text-align: left;
  }
  .trend tbody tr:hover :is(th, td) { background: var(--soft); }
  @media (max-width: 40rem) {
    .trend th, .trend td { padding: .25rem .5rem; }
  }

  @media print {
    :root {
      --page: #fff; --text: #000; --quiet: #444; --line: #999; --soft: #fff; --link: #000;
      --error: #a00; --warning: #640;
    }
    body { max-width: none; padding: 0; font-size: 10pt; }
    pre { white-space: pre-wrap; overflow-wrap: anywhere; }
    .screen { display: none !important; }
  }

  """

/// The hash of `pageStyle`; a test computes it.
let pageStyleHash: StaticString = "sha256-F4QFygrRmrtJR1upatnmKH+xNyeJVRRG3H6z103FrOI="
