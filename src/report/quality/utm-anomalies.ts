// Anomalies of the parameters with which visits arrive: one row per kind and value, and one finding per kind.
import { type Answer, reading } from '../../base/contract/operation.ts';
import { evidenceOf, findingOf, millionths, moneyAnswer } from './findings.ts';
import { readAtVersion } from './kept.ts';
import { ANOMALIES, type AnomalyRow, anomalyKind, proposalOf, ruleOf } from './kinds/utm-kinds.ts';
import { metaOf, type Scope, scopeOf } from './period.ts';
import { FEWEST_CASES, type Finding, type Status, statusOfShare, thresholdOf, WORST_FIRST, wilson, worstOf } from './rules.ts';
import { readScopeRows, type ScopeRows } from './scope-rows.ts';

const LOUD_VISITS = 50;
/** A value of fewer visits may be a slip of the hand. */
const FEWEST_VISITS = 10;
const LOST_SHARE = 0.5;

/** The count of a kind, or of one of its values. */
function statusOf({ kind, visits, of_visits, spend }: AnomalyRow, scope: Scope): Status {
  const threshold = thresholdOf(kind);
  if (ruleOf(kind) === 'any') return visits > 0 ? 'problem' : 'ok';
  const byShare = statusOfShare(visits, of_visits, threshold);
  // Ten visits that mostly convert at once are no chance, however many others there are.
  if (kind === 'return_host') return worstOf([byShare, visits > 0 ? 'attention' : 'ok']);
  if (ruleOf(kind) === 'share') return byShare;
  if (visits < FEWEST_VISITS || of_visits < FEWEST_CASES) return 'ok';
  if (kind === 'autotag_lost' && (of_visits < LOUD_VISITS || wilson(visits, of_visits)[0] <= LOST_SHARE)) return 'ok';
  const risk = Number(millionths(spend) ?? 0n) / Math.max(1, Number(scope.period.money.spend ?? 0n));
  if (risk >= threshold.problem) return 'problem';
  return risk >= threshold.attention || visits >= LOUD_VISITS ? 'attention' : 'ok';
}

const moneyOf = ({ spend, cash }: AnomalyRow) => ({ spend: millionths(spend), cash: millionths(cash) });

const nothing = (kind: AnomalyRow['kind'], of_visits: number): AnomalyRow => ({
  kind,
  parameter: null,
  value: null,
  visits: 0,
  of_visits,
  conversions: 0,
  cash: '0',
  spend: '0',
  examples: [],
  ads: [],
  first_day: '',
  last_day: '',
});

/** In healthcare values of few visits, and the paths of pages, may be one patient's; what is personal was removed on the way in. */
function shownRows(rows: readonly AnomalyRow[], { isHealthcare }: Scope): AnomalyRow[] {
  if (!isHealthcare) return [...rows];
  const isOfFew = ({ kind, value, visits }: AnomalyRow): boolean =>
    value !== null && kind !== 'personal_data' && visits < FEWEST_VISITS;
  return rows.filter((row) => !isOfFew(row)).map((row) => (row.kind === 'internal_utm' ? { ...row, examples: [] } : row));
}

/** Examples of the values, and the ads whose links have them. */
function noteOf({ examples, ads }: AnomalyRow): string | null {
  const notes = [
    ...(examples.length > 0 ? [`for instance ${examples.join(', ')}`] : []),
    ...(ads.length > 0 ? [`in ${ads.length === 1 ? 'the ad' : 'ads such as'} ${ads.join(', ')}`] : []),
  ];
  return notes.length > 0 ? notes.join('; ') : null;
}

/** One finding per kind, whose evidence are its values. */
export function utmFindings({ anomalies }: Pick<ScopeRows, 'anomalies'>, scope: Scope): Finding[] {
  const rows = shownRows(anomalies, scope);
  return ANOMALIES.map((kind) => {
    const mine = rows.filter((row) => row.kind === kind);
    const total = mine.find(({ value }) => value === null) ?? nothing(kind, 0);
    const evidence = mine.flatMap((row) =>
      row.value === null
        ? []
        : [
            evidenceOf(`${row.parameter} ${row.value}`, {
              count: row.visits,
              of: null,
              spend: row.spend,
              cash: row.cash,
              note: noteOf(row),
            }),
          ],
    );
    const measured = { hits: total.visits, cases: total.of_visits, money: moneyOf(total), evidence };
    return findingOf(anomalyKind(kind), measured, scope, { status: statusOf(total, scope) });
  });
}

type Anomaly = Answer<'listUtmAnomalies'>['data'][number];

function anomalyOf(row: AnomalyRow, scope: Scope): Anomaly {
  const kind = anomalyKind(row.kind);
  const status = statusOf(row, scope);
  return {
    kind: row.kind,
    title: kind.title,
    status,
    parameter: row.parameter ?? '',
    value: row.value ?? '',
    visits: row.visits,
    of: row.of_visits,
    conversions: row.conversions,
    money: moneyAnswer(moneyOf(row), scope.currency),
    examples: row.examples,
    ads: row.ads,
    first_day: row.first_day,
    last_day: row.last_day,
    next: kind.next,
    proposal: proposalOf(row.kind, row.value),
  };
}

const spendOf = ({ money }: Anomaly): number => Number(money.spend ?? 0);

/** One per value, the worst first. */
export const anomaliesOf = ({ anomalies }: Pick<ScopeRows, 'anomalies'>, scope: Scope): Anomaly[] =>
  shownRows(anomalies, scope)
    .filter(({ value }) => value !== null)
    .map((row) => anomalyOf(row, scope))
    .sort(
      (a, b) => WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status) || spendOf(b) - spendOf(a) || b.visits - a.visits,
    );

export const listUtmAnomalies = reading('listUtmAnomalies', ({ params, profile: { profileId } }, base) =>
  readAtVersion(base, profileId, ['listUtmAnomalies', params.days, params.goal ?? null], async () => {
    const scope = await scopeOf(base, profileId, params);
    return { data: anomaliesOf(await readScopeRows(base, scope, ['anomalies']), scope), meta: metaOf(scope) };
  }),
);
