// The finding `match_keys`: identifiers that purchases lost, against the best month of the shop itself. Which share is good differs from shop to
// shop; that it was better is a fact.
import type { WarehouseRow } from '../../../base/warehouse/statements.ts';
import { evidenceOf, findingOf, type Measured } from '../findings.ts';
import { instrumentationKind } from '../kinds/instrumentation-kinds.ts';
import { type MeasureRow, totalOf } from '../measures.ts';
import type { Scope } from '../period.ts';
import { FEWEST_CASES, type Finding, percentText, statusOfValue, thresholdOf, wilson } from '../rules.ts';

type Month = WarehouseRow<'warehouse/report/quality/match_months_list'>;

const KEYS = [
  ['match_email', 'an e-mail address'],
  ['match_phone', 'a phone number'],
  ['match_click_id', 'a click id'],
  ['match_browser', 'the id of the browser'],
  ['match_external_id', 'an id of your own'],
] as const;
type Key = (typeof KEYS)[number];

/** The month whose share is certainly highest: a month of few purchases may have been lucky. */
function bestOf(months: readonly Month[], name: Key[0]): Month | undefined {
  const lowOf = (month: Month): number => wilson(month[name], month.cases)[0];
  return months.filter(({ cases }) => cases >= FEWEST_CASES).toSorted((a, b) => lowOf(b) - lowOf(a))[0];
}

interface Compared {
  label: string;
  hits: number;
  cases: number;
  /** The share of the best month. */
  before: { hits: number; cases: number; month: string };
  /** Below the best month. */
  fall: number;
  /** The same; 0 where chance may explain it. */
  drop: number;
}

function comparedOf([name, label]: Key, rows: readonly MeasureRow[], months: readonly Month[]): Compared[] {
  const { hits, cases } = totalOf(name, rows);
  const best = bestOf(months, name);
  if (!best || cases < FEWEST_CASES) return [];
  const isSure = wilson(hits, cases)[1] < wilson(best[name], best.cases)[0];
  const fall = best[name] / best.cases - hits / cases;
  return [
    { label, hits, cases, before: { hits: best[name], cases: best.cases, month: best.month }, fall, drop: isSure ? fall : 0 },
  ];
}

const noteOf = ({ before: { hits, cases, month } }: Compared): string =>
  `it was ${percentText(hits / cases)} in ${month}, the best month of the year before`;

export function matchFinding(rows: readonly MeasureRow[], months: readonly Month[], scope: Scope): Finding {
  const threshold = thresholdOf('match_keys');
  const kind = instrumentationKind('match_keys');
  const keys = KEYS.flatMap((key) => comparedOf(key, rows, months)).sort((a, b) => b.drop - a.drop || b.fall - a.fall);
  const [worst] = keys;
  const { cases } = totalOf('match_email', rows);
  if (!worst) {
    const few = cases < FEWEST_CASES ? 'The period has' : 'No month of the year before has';
    const explain = (): string => `${few} too few purchases to compare: fewer than ${FEWEST_CASES}.`;
    return findingOf({ ...kind, explain }, { hits: 0, cases, share: null, money: null }, scope, { status: 'ok' });
  }
  const evidence = keys.map((key) => evidenceOf(key.label, { count: key.hits, of: key.cases, note: noteOf(key) }));
  const measured: Measured = { hits: worst.hits, cases: worst.cases, money: null, before: worst.before, evidence };
  const status = statusOfValue(worst.drop, threshold);
  const explain = (): string => `No identifier is on far fewer purchases than in its best month of the year before.`;
  return findingOf(status === 'ok' ? { ...kind, explain } : kind, measured, scope, { status });
}
