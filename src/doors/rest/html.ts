// Plain HTML for the door's own pages: escaped text, one small style sheet, no script.

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => ESCAPES[mark] as string);

export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/docs/assets/favicon-32x32.png">
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #1c2430; background: #fff }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere }
h2 { margin: 2.5rem 0 0; padding-top: .5rem; border-top: 1px solid #d8dde5; font-size: 1.1rem }
h2:target { background: #fff4cf }
.status { color: #5a6675; font-weight: normal }
a { color: #0b57a4 }
@media (prefers-color-scheme: dark) {
  body { color: #e6eaf0; background: #12161c }
  h2 { border-color: #333b47 }
  h2:target { background: #4a3d10 }
  .status { color: #9aa6b5 }
  a { color: #7db7f5 }
}
</style>
</head>
<body>
${body}
</body>
</html>
`;
}
