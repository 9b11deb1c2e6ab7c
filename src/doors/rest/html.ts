// HTML for the pages under /docs: escaped text, one bar and one style sheet for all of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tokenSheet } from '../http/tokens.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => ESCAPES[mark] as string);

export const docsStyle = `${tokenSheet()}\n${readFileSync(join(import.meta.dirname, 'docs.css'), 'utf8')}`;

interface DocsPage {
  title: string;
  /** Behind the title: what a page loads of its own. */
  head?: string;
  body: string;
}

/** @param body Of a page of text in `<main class="text">`. */
export const docsPage = ({ title, head = '', body }: DocsPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Tributary</title>
<link rel="icon" href="/console/assets/icon.svg">
${head}<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<header class="bar"><nav aria-label="Documentation">
<a class="brand" href="/">Tributary</a>
<a href="/docs">API reference</a>
<a href="/docs/errors">Errors</a>
<a href="/api/v1/openapi.json">OpenAPI document</a>
</nav></header>
${body}
</body>
</html>
`;
