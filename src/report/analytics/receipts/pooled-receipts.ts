// Receipts of the pooled line of payback: its first figure from cash and spend of all cohorts, each later one from the one before.
import type { components } from '../../../base/contract/types.ts';
import type { PooledStep } from '../cohort-payback.ts';
import { exactTerm, type Figure, pointer, type Term, term, whole } from './receipt.ts';
import { type CoveredTime, paymentsBehind, spendBehind } from './rows-behind.ts';

type Cell = components['schemas']['CohortCell'];

interface About {
  covered: CoveredTime;
  currency: string;
}

const LINES = {
  payback:
    'Cash credited to paid channels until this month, for each unit of money spent in the month of acquisition, of all cohorts.',
  lowest: 'The lowest payback of a cohort in its first month, and what all have added since for each unit they spent.',
  highest: 'The highest payback of a cohort in its first month, and what all have added since for each unit they spent.',
} as const;
const NAMES = ['payback', 'lowest', 'highest'] as const;
const UNIT = 'for each unit of spend';

export function* pooledFigures(steps: readonly PooledStep[], rows: readonly Cell[], about: About): Generator<Figure> {
  const behind = [paymentsBehind(about.covered), spendBehind(about.covered)];
  for (const [month, step] of steps.entries()) {
    const at = pointer('data', 'pooled', month);
    const cohorts = term('cohorts', String(step.printed.cohorts), 'cohorts');
    yield whole(`${at}/cohorts`, 'Cohorts with spend whose month of this age is over.', cohorts, behind);
    for (const name of NAMES)
      yield {
        path: `${at}/${name}`,
        text: LINES[name],
        ...(month === 0 ? firstOf(name, step, rows, about.currency) : grown(name, month, steps, about.currency)),
        rows: behind,
      };
  }
}

type Computed = Pick<Figure, 'formula' | 'terms'>;

function firstOf(
  name: (typeof NAMES)[number],
  { sums, worst, best }: PooledStep,
  rows: readonly Cell[],
  currency: string,
): Computed {
  if (name === 'payback')
    return {
      formula: 'round(paid_cash ÷ spend, 6)',
      terms: [exactTerm('paid_cash', sums.now, 6, currency), exactTerm('spend', sums.spend, 6, currency)],
    };
  const row = name === 'lowest' ? worst : best;
  const [cell, at] = [rows[row], pointer('data', 'rows', row)];
  return {
    formula: 'round(paid_cash ÷ spend, 6)',
    terms: [
      term('paid_cash', cell?.cumulative_paid_cash ?? null, currency, `${at}/cumulative_paid_cash`),
      term('spend', cell?.spend ?? null, currency, `${at}/spend`),
    ],
  };
}

/** The figure of the month before, and what the cohorts of this age added in this month for each unit they spent. */
function grown(name: (typeof NAMES)[number], month: number, steps: readonly PooledStep[], currency: string): Computed {
  const [step, last] = [steps[month], steps[month - 1]];
  const before: Term = term('before', String(last?.printed[name] ?? 0), UNIT, pointer('data', 'pooled', month - 1, name));
  const money = (name: string, value = 0n): Term => exactTerm(name, value, 6, currency);
  return {
    formula: 'round(before + (paid_cash − paid_cash_before) ÷ spend, 6)',
    terms: [
      before,
      money('paid_cash', step?.sums.now),
      money('paid_cash_before', step?.sums.before),
      money('spend', step?.sums.spend),
    ],
  };
}
