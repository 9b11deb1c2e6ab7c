// The page /docs/errors: one section per error code, with the code as its anchor, so that every docs_url leads somewhere.
import { type CatalogueEntry, errorCatalogue } from '../../base/contract/error-catalogue.ts';
import { docsPage, escapeHtml } from './html.ts';

export function errorsPage(): string {
  const codes = Object.entries(errorCatalogue).sort(([a], [b]) => (a < b ? -1 : 1));
  const index = codes.map(([code]) => `<a href="#${code}"><code>${code}</code></a>`).join(' · ');
  return docsPage({
    title: 'Errors',
    body: `<main class="text"><h1>Errors</h1>
<p>Every refusal has the same form: <code>{"error": {"code", "message", "status", "request_id", "docs_url"}}</code>.
Decide by <code>code</code>; <code>message</code> is for people.</p>
<p>${index}</p>
${codes.map(([code, entry]) => section(code, entry)).join('\n')}</main>`,
  });
}

function section(code: string, { status, otherStatuses = [], title, cause, remedy }: CatalogueEntry): string {
  const statuses = [status, ...otherStatuses].join(' or ');
  return `<h2 id="${code}"><code>${code}</code> <span class="status">${statuses}</span></h2>
<p><strong>${escapeHtml(title)}.</strong> ${escapeHtml(cause)}</p>
<p>What to do: ${escapeHtml(remedy)}</p>`;
}
