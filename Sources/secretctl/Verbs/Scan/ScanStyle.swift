/// How the HTML report looks, and what it may do: nothing.
enum ScanStyle {
  /// The page's Content-Security-Policy: no script, no request, and no other style than ``sheet``, whose SHA-256 this is.
  static let policy =
    "default-src 'none'; style-src 'sha256-\(sheetHash)'; base-uri 'none'; form-action 'none'"

  /// `secretctl scan --format html . | sed -n '/<style>/,/<\/style>/p'` without the tags, `openssl dgst -sha256 -binary`
  /// and base64; a test holds it against the sheet.
  static let sheetHash = "hu1LavYY5fEvucHa1I0PQ8i9FcSlFZa5DJRVLBFWOyA="

  /// The style sheet.
  static let sheet = """

    :root {
      color-scheme: light dark;
      --page: #fbfbfa; --card: #ffffff; --ink: #1d1f21; --soft: #5c6166; --line: #dfe1e3;
      --high: #b3261e; --medium: #8a5300; --low: #4a5560;
      --high-back: #fbe4e2; --medium-back: #fbeed3; --low-back: #e9ecef; --focus: #1f5fbf;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #16181a; --card: #1f2225; --ink: #e7e9ea; --soft: #a3a9af; --line: #363a3e;
        --high: #ffb4ab; --medium: #f5c77e; --low: #c0c8d0;
        --high-back: #5a1d18; --medium-back: #4a3410; --low-back: #33393f; --focus: #8ab4f8;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 76rem; background: var(--page); color: var(--ink);
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif;
    }
    h1 { margin: 0 0 .25rem; font-size: 1.75rem; line-height: 1.2; }
    h2 { margin: 0; padding: .75rem 1rem; font-size: 1rem; overflow-wrap: anywhere; }
    p { margin: .25rem 0; }
    code, pre, .file h2 { font-family: ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", monospace; font-size: .9em; }
    code { overflow-wrap: anywhere; }
    pre { padding: .75rem; overflow-x: auto; background: var(--page); border: 1px solid var(--line); border-radius: 6px; }
    .hint { color: var(--soft); }
    .filter { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1.5rem 0 1rem; padding: 0; border: 0; }
    .filter legend { float: left; margin: .4rem .5rem 0 0; padding: 0; color: var(--soft); }
    .filter input { position: absolute; opacity: 0; }
    .filter label { padding: .35rem .85rem; border: 1px solid var(--line); border-radius: 999px; background: var(--card);
      cursor: pointer; }
    .filter input:checked + label { border-color: var(--ink); box-shadow: inset 0 0 0 1px var(--ink); }
    .filter input:focus-visible + label { outline: 3px solid var(--focus); outline-offset: 2px; }
    .filter input:disabled + label { opacity: .45; cursor: default; }
    .file, .next, details { margin: 0 0 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px;
      overflow: hidden; }
    .next { padding: 0 1rem 1rem; }
    .next h2 { padding: .75rem 0 0; }
    .file > .hint { padding: 0 1rem; }
    details { padding: .75rem 1rem; }
    summary { font-weight: 600; cursor: pointer; }
    details ul { margin: .5rem 0 0; padding-left: 1.25rem; }
    details li { margin: .35rem 0; overflow-wrap: anywhere; }
    table { width: 100%; border-collapse: collapse; table-layout: fixed; }
    td { overflow-wrap: anywhere; }
    th, td { padding: .5rem 1rem; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
    th { color: var(--soft); font-size: .8rem; font-weight: 600; }
    th:nth-child(1) { width: 7rem; } th:nth-child(2) { width: 32%; } th:nth-child(3) { width: 13rem; }
    th:nth-child(4) { width: 5rem; }
    a { color: inherit; }
    .number { white-space: nowrap; font-variant-numeric: tabular-nums; }
    .badge { display: inline-block; padding: .05rem .55rem; border-radius: 999px; font-size: .85rem; font-weight: 600; }
    .high .badge { color: var(--high); background: var(--high-back); }
    .medium .badge { color: var(--medium); background: var(--medium-back); }
    .low .badge { color: var(--low); background: var(--low-back); }
    body:has(#show-high:checked) tbody tr:not(.high), body:has(#show-medium:checked) tbody tr:not(.medium),
    body:has(#show-low:checked) tbody tr:not(.low) { display: none; }
    body:has(#show-high:checked) .file:not(:has(tr.high)), body:has(#show-medium:checked) .file:not(:has(tr.medium)),
    body:has(#show-low:checked) .file:not(:has(tr.low)) { display: none; }
    @media (max-width: 46rem) {
      thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      tr { display: block; padding: .6rem 1rem; border-top: 1px solid var(--line); }
      td { display: inline; padding: 0 .5rem 0 0; border: 0; }
      td:nth-child(2), td:last-child { display: block; padding: .2rem 0; }
    }
    @media print {
      body { max-width: none; padding: 0; }
      .filter { display: none; }
      .file { break-inside: avoid; }
    }

    """
}
