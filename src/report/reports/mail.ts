// The mail of a report: the figures as text and as HTML with one picture of its graph and without scripts, each table as CSV, and the PDF where one was made. What people
// wrote at a platform is text in it and nothing else, also in a spreadsheet.
import type { MailAttachment } from '../../providers/mail/mail.ts';
import type { Contents, Headline } from '../analytics/index.ts';
import type { ReportPicture } from './picture/draw.ts';

export interface ReportMail {
  subject: string;
  text: string;
  html: string;
  /** Of the HTML, by the ids that it names. */
  pictures: { id: string; name: string; base64: string }[];
  attachments: MailAttachment[];
}

export interface MailParts {
  title: string;
  profile: string;
  days: { date_from: string; date_to: string };
  contents: Contents;
  headline: Headline;
  picture?: ReportPicture | undefined;
  pdf?: Buffer | undefined;
  /** Into the console; readers outside of sign-in have none. */
  link?: string;
}

type Unit = Headline[number]['unit'];

function written(value: string | number | null, unit: Unit | null, currency: string): string {
  if (value === null) return '—';
  const number = Number(value);
  if (unit === null || !Number.isFinite(number)) return String(value);
  if (unit === 'money') return new Intl.NumberFormat('en', { style: 'currency', currency }).format(number);
  // Every ratio has as many digits, so that they can be compared at a glance.
  const digits = { minimumFractionDigits: unit === 'ratio' ? 2 : 0, maximumFractionDigits: unit === 'percent' ? 1 : 2 };
  const shown = new Intl.NumberFormat('en', digits).format(number);
  return unit === 'percent' ? `${shown} %` : shown;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

/** A cell that begins like a formula is one to a spreadsheet. */
function csvCell(value: string | number | null): string {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const csvOf = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');

/** The change from the days before; undefined where there is none to compare with. */
function changeOf(value: string | number | null, before: string | number | null | undefined): string | undefined {
  if (value === null || before === null || before === undefined || Number(before) === 0) return undefined;
  const percent = (100 * (Number(value) - Number(before))) / Math.abs(Number(before));
  return `${percent < 0 ? '\u2212' : '+'}${Math.abs(percent).toFixed(1)} %`;
}

export function linesOf({
  contents,
  headline,
}: Pick<MailParts, 'contents' | 'headline'>): { name: string; value: string; change: string | undefined }[] {
  const blocks = contents.blocks.filter((block) => block.kind === 'figures').flatMap(({ figures }) => figures);
  const figures = blocks.length > 0 ? blocks : headline.map((figure) => ({ ...figure, before: undefined }));
  // A board may have a figure twice.
  const once = figures.filter(({ name }, at) => figures.findIndex((each) => each.name === name) === at);
  return once.map(({ name, unit, value, before }) => ({
    name,
    value: written(value, unit, contents.currency),
    change: changeOf(value, before),
  }));
}

/** Words of the maker of a board. */
export const wordsOf = ({ blocks }: Contents): string[] => blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : []));

interface Sheet {
  name: string;
  rows: (string | number | null)[][];
}

const COHORT_COLUMNS = [
  'Acquired',
  'Months since',
  'People',
  'Spend',
  'Cash',
  'Cash so far',
  'Cash so far per person',
  'Cash ÷ spend',
];

/** Each table and the cohorts as a file; the first row has the names of columns. */
export function sheetsOf({ blocks }: Contents): Sheet[] {
  const tables = blocks.filter((block) => block.kind === 'table');
  const cohorts = blocks.find((block) => block.kind === 'cohorts');
  const ofTables = tables.map(({ columns, rows }, i) => ({
    name: `table-${i + 1}.csv`,
    rows: [columns.map(({ name, model }) => (model ? `${name} (${model})` : name)), ...rows],
  }));
  if (!cohorts) return ofTables;
  const cells = cohorts.rows.filter(({ months_since }) => months_since !== null);
  const rows = cells.map((cell) => [
    cell.cohort,
    cell.months_since,
    cell.people,
    cell.spend,
    cell.cash,
    cell.cumulative_cash,
    cell.cumulative_cash_per_person,
    cell.payback,
  ]);
  return [...ofTables, { name: 'cohorts.csv', rows: [COHORT_COLUMNS, ...rows] }];
}

/** Programs for mail know no rule against breaking. */
const inOneLine = (text: string): string => escaped(text).replaceAll(' ', '&nbsp;');

const CELL = 'padding:6px 0;border-bottom:1px solid #8c8c8c;text-align:left;vertical-align:top';
const NUMBER = `${CELL};padding-left:12px;text-align:right`;

/** For programs that take it; others show the light one, or turn its colours themselves. */
const DARK =
  '<style>@media (prefers-color-scheme:dark){.page{background:#161a19!important;color:#f0f2f1!important}a{color:#5fd0b5!important}}</style>';

const PICTURE_ID = 'graph@tributary';

/** As wide as its column; the table above has the sums, for programs that show no pictures. */
function pictureHtml(picture: ReportPicture | undefined): string {
  if (!picture) return '';
  const legend = picture.legend.map(({ name, colour }) =>
    colour === null ? escaped(name) : `<span style="color:${colour}">&#9632;</span> ${escaped(name)}`,
  );
  const names = legend.length === 0 ? '' : `<p style="margin:0;font-size:14px">${legend.join(' &nbsp; ')}</p>`;
  return `<div style="margin:16px 0">${names}<img src="cid:${PICTURE_ID}" width="480" alt="${escaped(picture.text)}" style="display:block;width:100%;max-width:480px;height:auto;background:#ffffff"></div>`;
}

function htmlOf(parts: MailParts, heading: string): string {
  const { contents, link } = parts;
  const rows = linesOf(parts).map(
    ({ name, value, change = '' }) =>
      `<tr><th scope="row" style="${CELL};font-weight:normal">${escaped(name)}</th><td style="${NUMBER}"><b>${inOneLine(value)}</b>${change === '' ? '' : `<br><span style="font-size:14px">${inOneLine(change)}</span>`}</td></tr>`,
  );
  const notices = noticesOf(contents).map((text) => `<p style="margin:12px 0;font-size:14px">${escaped(text)}</p>`);
  const words = wordsOf(contents).map((text) => `<p style="margin:12px 0">${escaped(text).replaceAll('\n', '<br>')}</p>`);
  const sentence = contents.sentence === undefined ? '' : `<p style="margin:0 0 16px">${escaped(contents.sentence)}</p>`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<meta name="color-scheme" content="light dark"><title>${escaped(parts.title)}</title>${DARK}</head>`,
    // Some programs take the body's own style away.
    '<body style="margin:0"><div class="page" style="padding:16px;background:#ffffff;color:#1a1a1a;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.4;word-break:break-word"><div style="max-width:560px">',
    `<h1 style="font-size:20px;margin:0 0 4px">${escaped(parts.title)}</h1><p style="margin:0 0 16px">${escaped(heading)}</p>${sentence}`,
    rows.length === 0 ? '' : `<table style="border-collapse:collapse;width:100%">${rows.join('')}</table>`,
    `${words.join('')}${pictureHtml(parts.picture)}${notices.join('')}`,
    link === undefined ? '' : `<p style="margin:16px 0"><a href="${escaped(link)}" style="color:#0b6b58">Open the report</a></p>`,
    '</div></div></body></html>',
  ].join('');
}

/** Readers outside are shown why something is missing. */
export const noticesOf = ({ outside, warnings }: Contents): string[] => [
  ...(outside
    ? [
        `Figures of fewer than ${outside.people_at_least} people are withheld (—), and days count through ${outside.closed_through}.`,
      ]
    : []),
  ...warnings,
];

export const rangeOf = ({ date_from, date_to }: MailParts['days']): string =>
  date_from === date_to ? date_from : `${date_from} to ${date_to}`;

export const headingOf = ({ profile, days }: Pick<MailParts, 'profile' | 'days'>): string => `${profile}, ${rangeOf(days)}`;

export const PDF_NAME = 'report.pdf';

const filesOf = (pdf: Buffer | undefined): MailAttachment[] =>
  pdf === undefined ? [] : [{ name: PDF_NAME, type: 'application/pdf', base64: pdf.toString('base64') }];

export function mailOf(parts: MailParts): ReportMail {
  const { title, contents } = parts;
  const heading = headingOf(parts);
  const lines = linesOf(parts).map(({ name, value, change }) => `${name}: ${value}${change ? ` (${change})` : ''}`);
  return {
    subject: `${title}: ${heading}`,
    text: [
      heading,
      '',
      ...(contents.sentence === undefined ? [] : [contents.sentence, '']),
      ...lines,
      ...wordsOf(contents).map((text) => `\n${text}`),
      ...noticesOf(contents).map((text) => `\n${text}`),
    ].join('\n'),
    html: htmlOf(parts, heading),
    pictures: parts.picture ? [{ id: PICTURE_ID, name: 'graph.png', base64: parts.picture.png }] : [],
    attachments: [
      ...filesOf(parts.pdf),
      ...sheetsOf(contents).map(({ name, rows }) => ({ name, type: 'text/csv', text: csvOf(rows) })),
    ],
  };
}

/** The HTML for a frame, which has no other parts of the mail. */
export const standalone = ({ html, pictures }: ReportMail): string =>
  pictures.reduce((text, { id, base64 }) => text.replace(`cid:${id}`, `data:image/png;base64,${base64}`), html);

/** With the link of one reader that ends these mails. */
export const withUnsubscribe = (mail: ReportMail, url: string) => ({
  ...mail,
  unsubscribe: url,
  text: `${mail.text}\n\nTo get no more of these mails: ${url}`,
  html: mail.html.replace(
    '</div></div></body>',
    `<p style="font-size:13px"><a href="${escaped(url)}" style="color:#0b6b58">Send me no more of these mails</a></p></div></div></body>`,
  ),
});
