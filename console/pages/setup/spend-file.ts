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

export function readSpend(text: string): Sheet {
  const [head = '', ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const separator = [';', '\t', ','].find((sign) => head.includes(sign)) ?? ',';
  const columns = cellsOf(head.toLowerCase(), separator);
  const at = (name: string): number => columns.findIndex((column) => NAMES[name]?.some((each) => column.startsWith(each)));
  if (at('day') < 0 || at('spend') < 0) return { days: [], rows: 0, problem: 'The first line needs the columns day and spend.' };
  const days = new Map<string, Day>();
  for (const [index, line] of lines.entries()) {
    const cells = cellsOf(line, separator);
    const day = cells[at('day')] ?? '';
    const spend = (cells[at('spend')] ?? '').replaceAll(/[^\d.-]/g, '');
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^\d+(?:\.\d+)?$/.test(spend))
      return { days: [], rows: 0, problem: `Line ${index + 2}: needs a day like 2026-03-31 and an amount like 12.50.` };
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

function wholeOf(name: 'clicks' | 'impressions', text: string | undefined): { clicks?: number; impressions?: number } {
  const value = Number((text ?? '').replaceAll(',', ''));
  return text && Number.isSafeInteger(value) && value >= 0 ? { [name]: value } : {};
}
