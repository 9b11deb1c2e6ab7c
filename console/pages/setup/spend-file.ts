// Reads a sheet of daily ad spend, as platforms export it, into the days that `POST /spend` takes.
import type { Schemas } from '../../api/client.ts';

type Day = Schemas['NewSpendDay'];

interface Sheet {
  days: Day[];
  rows: number;
  /** Why nothing of it can be loaded. */
  problem?: string;
}

const NAMES: Readonly<Record<string, readonly string[]>> = {
  day: ['day', 'date', 'reporting starts', 'reporting_starts'],
  spend: ['spend', 'cost', 'amount spent', 'amount_spent'],
  campaign: ['campaign', 'campaign name', 'campaign_name'],
  clicks: ['clicks', 'link clicks'],
  impressions: ['impressions', 'impr.'],
};

/** The fields of one line, where quotes may hold the separator. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell.trim()];
}

/** What stands before or behind an amount: signs and codes of currencies. */
const AROUND = /^[\s\p{Sc}]*(?:[A-Z]{3}\s*)?|[\s\p{Sc}]*(?:\s*[A-Z]{3})?$/gu;
const POINT = /^\d{1,3}(?:,\d{3})*(?:\.\d+)?$|^\d+(?:\.\d+)?$/;
const COMMA = /^\d{1,3}(?:\.\d{3})*(?:,\d+)?$|^\d+(?:,\d+)?$/;

/** The amounts of a column as decimal texts; undefined where its values do not show which sign comes before the decimals. */
function amountsOf(column: readonly string[]): string[] | undefined {
  const bare = column.map((cell) => cell.replace(AROUND, ''));
  const [isPoint, isComma] = [POINT, COMMA].map((form) => bare.every((cell) => form.test(cell)));
  if (isPoint && isComma && bare.some((cell) => /[.,]/.test(cell))) return undefined;
  if (isPoint) return bare.map((cell) => cell.replaceAll(',', ''));
  return isComma ? bare.map((cell) => cell.replaceAll('.', '').replace(',', '.')) : undefined;
}

export function readSpend(text: string): Sheet {
  const [head = '', ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const separator = [';', '\t', ','].find((sign) => head.includes(sign)) ?? ',';
  const columns = cellsOf(head.toLowerCase(), separator);
  const at = (name: string): number => columns.findIndex((column) => NAMES[name]?.some((each) => column.startsWith(each)));
  if (at('day') < 0 || at('spend') < 0) return { days: [], rows: 0, problem: 'The first line needs the columns day and spend.' };
  const days = new Map<string, Day>();
  const rows = lines.map((line) => cellsOf(line, separator));
  const amounts = amountsOf(rows.map((cells) => cells[at('spend')] ?? ''));
  for (const [index, cells] of rows.entries()) {
    const day = cells[at('day')] ?? '';
    const spend = amounts?.[index];
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || spend === undefined)
      return { days: [], rows: 0, problem: problemOf(index + 2, cells[at('spend')] ?? '') };
    const campaign = cells[at('campaign')];
    const row = {
      spend,
      ...(campaign ? { campaign_id: campaign, campaign_name: campaign } : {}),
      ...wholeOf('clicks', cells[at('clicks')]),
      ...wholeOf('impressions', cells[at('impressions')]),
    };
    days.set(day, { day, rows: [...(days.get(day)?.rows ?? []), row] });
  }
  return { days: [...days.values()], rows: lines.length };
}

const problemOf = (line: number, spend: string): string =>
  `Line ${line}: needs a day like 2026-03-31 and an amount like 12.50, and all amounts in one notation; here the amount is “${spend.slice(0, 40)}”.`;

function wholeOf(name: 'clicks' | 'impressions', text: string | undefined): { clicks?: number; impressions?: number } {
  const value = Number((text ?? '').replaceAll(',', ''));
  return text && Number.isSafeInteger(value) && value >= 0 ? { [name]: value } : {};
}
