// Formats of printed figures: rounded to the digits that are shown, money, percentages and durations; and the numbers of a page that are no figures.
import type { calculate } from '../../report/formula.ts';

type Value = ReturnType<typeof calculate>;

const SCALES: Record<string, bigint> = { K: 1_000n, M: 1_000_000n, B: 1_000_000_000n };
const SECONDS: Record<string, bigint> = { day: 86_400n, hour: 3_600n, minute: 60n, second: 1n };

/** Is the text this value, to the digits that it shows? */
export function isPrintedOf(value: Value, text: string): boolean {
  if (value === null) return !/\d/.test(text);
  if (/\d (?:day|hour|minute|second)s?\b/.test(text)) return isDuration(value, text);
  const scale = SCALES[/\d([KMB])\b/.exec(text)?.[1] ?? ''] ?? 1n;
  const printed = text.replace('−', '-').replace(/[^\d.-]/g, '');
  return printed !== '' && rounded({ over: value.over, under: value.under * scale }, printed) === printed;
}

/** The two largest units, each rounded down. */
function isDuration({ over, under }: NonNullable<Value>, text: string): boolean {
  const parts = [...text.matchAll(/(\d+) (day|hour|minute|second)/g)].map(([, count, unit = '']) => ({
    count: BigInt(count ?? 0),
    size: SECONDS[unit] ?? 1n,
  }));
  const printed = parts.reduce((sum, { count, size }) => sum + count * size, 0n);
  const seconds = (2n * over + under) / (2n * under);
  // The second unit is one of the four below the first, and may be nothing.
  const largest = parts[0]?.size ?? 1n;
  const finest = largest === 86_400n ? 3_600n : largest === 3_600n ? 60n : 1n;
  return printed <= seconds && seconds - printed < finest;
}

/** The exact value with as many decimals as are printed, half away from zero. */
function rounded({ over, under }: NonNullable<Value>, printed: string): string {
  const decimals = printed.split('.')[1]?.length ?? 0;
  const scale = 10n ** BigInt(decimals);
  const [top, below] = [over * scale, under];
  const isNegative = top < 0n !== below < 0n;
  const [size, by] = [top < 0n ? -top : top, below < 0n ? -below : below];
  const units = (2n * size + by) / (2n * by);
  const digits = String(units).padStart(decimals + 1, '0');
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return `${isNegative && units !== 0n ? '-' : ''}${text}`;
}

/** Numbers of tables, lists and tiles that open no receipt: panel, column, text. */
export const BARE_FIGURES = `(() => {
  const bare = [];
  for (const cell of document.querySelectorAll('main td, main dd, main .tile-figure')) {
    const copy = cell.cloneNode(true);
    for (const inner of copy.querySelectorAll('button, svg, a, .attribution-interval')) inner.remove();
    const text = copy.textContent.trim();
    if (!/\\d/.test(text)) continue;
    const panel = cell.closest('section.panel, main')?.querySelector('h2')?.textContent ?? '';
    const heads = cell.closest('table')?.querySelectorAll('thead tr:last-child th') ?? [];
    const column = heads[cell.cellIndex]?.textContent ?? cell.previousElementSibling?.textContent ?? '';
    bare.push([panel, column.trim(), text].join(' | '));
  }
  return bare;
})()`;

/** Pages whose numbers are all figures of reports. */
const REPORTS =
  /\/console\/(?:workspaces\/)?[^/]+\/(?:portfolio|attribution|traffic|paths|payback|economics|why|known)?(?:\?|$)|^\/payback/;

/** Numbers beside a figure, which its receipt explains: its interval and its range over models. */
const OF_ANOTHER: readonly RegExp[] = [
  / \| (?:Range of nine models|95 % interval|[^|]+, from|to) \| /,
  /^Months of acquisition \| Paid back in \| /,
  /^Day by day \| What happened \| /,
];

/** What a page of reports prints without a receipt. */
export const withoutReceipt = (address: string, bare: readonly string[]): string[] =>
  REPORTS.test(address) ? bare.filter((each) => !OF_ANOTHER.some((form) => form.test(each))) : [];
