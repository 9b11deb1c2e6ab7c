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
  lowest: 'As the cohort with the lowest payback of its first month would be, growing as all did.',
  highest: 'As the cohort with the highest payback of its first month would be, growing as all did.',
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
  { cash, worst, best }: PooledStep,
  rows: readonly Cell[],
  currency: string,
): Computed {
  if (name === 'payback')
    return {
      formula: 'round(paid_cash ÷ spend, 6)',
      terms: [exactTerm('paid_cash', cash.now, 6, currency), exactTerm('spend', cash.before, 6, currency)],
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

/** The figure of the month before, times the cash of the cohorts of this age, by their cash until then. */
function grown(name: (typeof NAMES)[number], month: number, steps: readonly PooledStep[], currency: string): Computed {
  const [step, last] = [steps[month], steps[month - 1]];
  const before: Term = term('before', String(last?.printed[name] ?? 0), UNIT, pointer('data', 'pooled', month - 1, name));
  const [now, then] = [step?.cash.now ?? 0n, step?.cash.before ?? 0n];
  if (then <= 0n) return { formula: 'before', terms: [before] };
  return {
    formula: 'round(before × paid_cash ÷ paid_cash_before, 6)',
    terms: [before, exactTerm('paid_cash', now, 6, currency), exactTerm('paid_cash_before', then, 6, currency)],
  };
}
