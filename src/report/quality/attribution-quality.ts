// The share of sales that can be credited to a source, and the obstacles of the rest.
import { reading } from '../../base/contract/operation.ts';
import { evidenceOf, findingOf, type Measured } from './findings.ts';
import { withHistory } from './fixes.ts';
import { readAtVersion } from './kept.ts';
import { attributionKind } from './kinds/attribution-kinds.ts';
import { measuredOf } from './measures.ts';
import { metaOf, type Scope, scopeOf } from './period.ts';
import { byMoney, type Finding, type Status, statusOfValue, thresholdOf } from './rules.ts';
import { type PartRow, readScopeRows, type ScopeRows } from './scope-rows.ts';

type Week = PartRow<'weeks'>;

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
};

const FEWEST_WEEKS = 4;
const FEWEST_SESSIONS = 100;
const JUMP_POINTS = 0.05;
/** In healthcare a page of fewer visits may be one patient's. */
const FEWEST_ON_PAGE = 10;

/** The deviation of the direct share of the last week: by the spread of the weeks before, and at least by that of chance. */
function directJump(weeks: readonly Week[], { isHealthcare }: Scope): { measured: Measured; status: Status } {
  const now = weeks.find(({ week }) => week === 0);
  const before = weeks.filter(({ week, sessions }) => week > 0 && sessions >= FEWEST_SESSIONS);
  const sum = before.reduce((all, { direct, sessions }) => ({ hits: all.hits + direct, cases: all.cases + sessions }), {
    hits: 0,
    cases: 0,
  });
  const measured: Measured = {
    hits: now?.direct ?? 0,
    cases: now?.sessions ?? 0,
    money: null,
    before: sum,
    evidence: (now?.landing_pages ?? [])
      .filter(({ now }) => !isHealthcare || now >= FEWEST_ON_PAGE)
      .map(({ page, now: count, before: usual }) =>
        evidenceOf(page, { count, of: null, note: `${usual.toFixed(1)} direct visits a week before` }),
      ),
  };
  if (!now || now.sessions < FEWEST_SESSIONS || before.length < FEWEST_WEEKS) return { measured, status: 'ok' };
  const shares = before.map(({ direct, sessions }) => direct / sessions);
  const usual = median(shares);
  const spread = 1.4826 * median(shares.map((share) => Math.abs(share - usual)));
  const chance = Math.sqrt(Math.max(usual * (1 - usual), 0.01) / now.sessions);
  const share = now.direct / now.sessions;
  const z = (share - usual) / Math.max(spread, chance);
  return { measured, status: share - usual < JUMP_POINTS ? 'ok' : statusOfValue(z, thresholdOf('direct_jump')) };
}

/** Findings whose evidence is a split of all conversions, and not of the hits in each line. */
const SPLITS: ReadonlySet<string> = new Set(['coverage', 'outside_window', 'synthetic_share', 'identity_backlog']);

const FINDINGS = [
  'coverage',
  'nobody_known',
  'person_without_visit',
  'outside_window',
  'synthetic_share',
  'identity_backlog',
] as const;

/** The findings about attribution of a scope. */
export function attributionFindings(
  { attribution: rows, weeks }: Pick<ScopeRows, 'attribution' | 'weeks'>,
  scope: Scope,
): Finding[] {
  const shares = FINDINGS.map((name) =>
    findingOf(attributionKind(name), measuredOf(name, rows, SPLITS.has(name)), scope, { asksTrend: name === 'coverage' }),
  );
  const { measured, status } = directJump(weeks, scope);
  return [...shares, findingOf(attributionKind('direct_jump'), measured, scope, { status })].sort(byMoney);
}

export const getAttributionQuality = reading('getAttributionQuality', async ({ params, profile: { profileId } }, base) => {
  const what = ['getAttributionQuality', params.days, params.goal ?? null];
  const { data, meta } = await readAtVersion(base, profileId, what, async () => {
    const scope = await scopeOf(base, profileId, params);
    const rows = await readScopeRows(base, scope, ['attribution', 'weeks']);
    return { data: attributionFindings(rows, scope), meta: metaOf(scope) };
  });
  return { data: withHistory(base, profileId, data), meta };
});
