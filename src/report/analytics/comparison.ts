// The rule by which a period may be compared with the one before it: a period that still runs, or a period before that is partly older than the data,
// is shorter than it says, and a change from one to the other would be an effect of the calendar.
import type { components } from '../../base/contract/types.ts';
import { statement } from '../../base/warehouse/statements.ts';
import type { Figures } from './frame.ts';

export type Comparison = components['schemas']['Comparison'];
type Reason = Comparison['visits'];

/** The period before, and of each kind of data whether it reaches back so far. */
export async function comparisonOf({ readHeld }: Figures, before: { from: string; to: string }): Promise<Comparison> {
  const [begins] = await readHeld(statement('warehouse/report/analytics/data_begins_get'));
  const reasonOf = (first: string | null | undefined): Reason => (first && first <= before.from ? null : 'before_data');
  return {
    date_from: before.from,
    date_to: before.to,
    visits: reasonOf(begins?.visits_from),
    outcomes: reasonOf(begins?.outcomes_from),
    spend: reasonOf(begins?.spend_from),
  };
}

/** As of now, which no kept answer knows. */
export function comparisonNow(comparison: Comparison, period: { to: string; today: string }): Comparison {
  if (period.to < period.today) return comparison;
  return { ...comparison, visits: 'period_running', outcomes: 'period_running', spend: 'period_running' };
}
