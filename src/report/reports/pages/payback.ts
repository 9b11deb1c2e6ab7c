// Payback as a report: the cohorts of the twelve months to the last one that is over, so that a report made later is of the same months.
import type { ReadBase } from '../../../base/base.ts';
import { type At, type Contents, type Question, type Shown, showPage } from '../../analytics/index.ts';
import type { OwnPage } from './own-page.ts';

type Cohorts = Extract<Contents['blocks'][number], { kind: 'cohorts' }>;

const MONTHS = 12;

const isoMonth = (year: number, month: number): string => new Date(Date.UTC(year, month)).toISOString().slice(0, 7);

/** The months to the one that is over at the end of the last day. */
export function monthsTo(lastDay: string): { month_from: string; month_to: string } {
  const next = new Date(Date.parse(lastDay) + 86_400_000);
  const [year, month] = [next.getUTCFullYear(), next.getUTCMonth()];
  return { month_from: isoMonth(year, month - MONTHS), month_to: isoMonth(year, month - 1) };
}

async function show(at: At, base: ReadBase, { date_from: _, date_to = '', ...filters }: Question): Promise<Shown> {
  const months = monthsTo(date_to);
  const shown = await showPage(at, base, 'payback', { ...filters, ...months });
  const cohorts = shown.contents.blocks.find((block) => block.kind === 'cohorts');
  return { ...shown, contents: { ...shown.contents, sentence: sentenceOf(months, cohorts) } };
}

function sentenceOf({ month_from, month_to }: ReturnType<typeof monthsTo>, cohorts: Cohorts | undefined): string {
  const range = `Acquired from ${month_from} to ${month_to}`;
  const ratios = paidBackBy(cohorts?.rows ?? []);
  const last = cohorts?.pooled.at(-1);
  if (ratios.length === 0 || !last) return `${range}: no month has spend and cash by which payback is known.`;
  const repaid = ratios.filter((ratio) => ratio >= 1).length;
  const after = last.months_since === 0 ? 'in the month of acquisition' : `within ${last.months_since + 1} months`;
  return `${range}: ${repaid} of ${ratios.length} months with spend ${repaid === 1 ? 'is' : 'are'} paid back; of all together, ${last.payback.toFixed(2)} × the spend came back ${after}.`;
}

/** Cash ÷ spend of each month with spend, as of the last month that is over. */
function paidBackBy(rows: Cohorts['rows']): number[] {
  const newest = new Map<string, number>();
  for (const { cohort, payback, is_ripe } of rows) if (is_ripe && payback !== null) newest.set(cohort, payback);
  return [...newest.values()];
}

export const payback: OwnPage = {
  title: 'Payback',
  takes: ['date_from', 'date_to', 'model', 'channel', 'source', 'campaign', 'filter_modes', 'currency'],
  show,
};
