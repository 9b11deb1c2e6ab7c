// The PDF of a report: the figures in the words of its mail, with its graphs and tables on paper. The console's build draws the document, which goes to the
// operator's Chromium as a whole. Documents are printed one after the other, as a browser takes a few hundred megabytes.
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { ComponentType } from 'preact';
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { projectFile } from '../../../base/kit/paths.ts';
import { jsonObject, readJson } from '../../../base/kit/stored-json.ts';
import type { Contents } from '../../analytics/index.ts';
import { escaped, headingOf, linesOf, type MailParts, noticesOf } from '../mail.ts';
import { NotPrinted, printPdf } from './chromium.ts';

/** Why there is none, for a reader. */
export const NO_CHROMIUM =
  'This installation makes no PDF. Its operator sets TRIBUTARY_CHROMIUM to the path of a Chromium, as docs/operating.md says.';
const NOT_PRINTED = 'The PDF could not be made';
const RETRY_SECONDS = 30;

interface Paper {
  title: string;
  heading: string;
  lines: ReturnType<typeof linesOf>;
  notices: string[];
  contents: Contents;
}

/** The part of the console's build that draws it. */
interface Drawing {
  PaperPage: ComponentType<Paper>;
  PAPER_STYLE: string;
}

/** Nothing is loaded, whatever a name of a campaign looks like: letters and pictures are in the document. */
const POLICY = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'";

async function documentOf(parts: MailParts): Promise<string> {
  const [manifest, module] = [distFile('manifest.json'), distFile('sheet.mjs')];
  if (!existsSync(manifest) || !existsSync(module)) throw new NotPrinted('The console is not built.');
  const { PaperPage, PAPER_STYLE }: Drawing = await import(pathToFileURL(module).href);
  const { h } = await import('preact');
  const { renderToString } = await import('preact-render-to-string');
  const { style } = readJson('manifest.json', jsonObject, readFileSync(manifest, 'utf8'));
  const { title, contents } = parts;
  const paper = { title, heading: headingOf(parts), lines: linesOf(parts), notices: noticesOf(contents), contents };
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    `<title>${escaped(`${title}: ${headingOf(parts)}`)}</title><style>${withFonts(readFileSync(distFile('assets', String(style)), 'utf8'))}${PAPER_STYLE}</style></head>`,
    `<body>${renderToString(h(PaperPage, paper))}</body></html>`,
  ].join('');
}

const distFile = (...parts: string[]): string => projectFile('console', 'dist', ...parts);

const withFonts = (style: string): string =>
  style.replace(/url\("([\w-]+\.woff2)"\)/g, (_, name: string) => {
    const font = readFileSync(distFile('assets', name)).toString('base64');
    return `url("data:font/woff2;base64,${font}")`;
  });

/** @throws NotPrinted */
const print = (base: ReadBase, chromium: string, parts: MailParts): Promise<Buffer> =>
  base.mutex('report pdf', '', async () => printPdf(chromium, await documentOf(parts)));

/** @throws ApiError where this installation has no Chromium, or it does not print */
export async function pdfOf(base: ReadBase, parts: MailParts): Promise<Buffer> {
  const { chromium } = base.config;
  if (chromium === undefined) throw new ApiError('invalid_state', NO_CHROMIUM);
  const result = await pdfOrProblem(base, parts);
  if ('problem' in result) throw new ApiError('service_unavailable', result.problem, {}, RETRY_SECONDS);
  return result.pdf;
}

/** A report is sent without its PDF rather than not at all. */
export async function pdfOrProblem(base: ReadBase, parts: MailParts): Promise<{ pdf: Buffer } | { problem: string }> {
  const { chromium } = base.config;
  if (chromium === undefined) return { problem: NO_CHROMIUM };
  try {
    return { pdf: await print(base, chromium, parts) };
  } catch (error) {
    if (!(error instanceof NotPrinted)) throw error;
    base.log.warn({ words: error.words }, `a report was not printed: ${error.message}`);
    return { problem: `${NOT_PRINTED}: ${error.message}` };
  }
}
