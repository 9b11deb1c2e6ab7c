// The summary of data quality: how much money is in doubt, the worst finding of each family, and what to do first. There is no score: money
// under a finding is the one figure, and each row of spend and cash counts once.
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { reading } from '../../base/contract/operation.ts';
import { decimalText } from '../../base/kit/decimals.ts';
import { adIdFindings, adKey, oddAds } from './ad-ids.ts';
import { attributionFindings } from './attribution-quality.ts';
import { completenessOf, openOutside } from './completeness/completeness.ts';
import { millionths, moneyAnswer } from './findings.ts';
import { withHistory } from './fixes.ts';
import { HEALTH_ROWS, instrumentationFindings } from './instrumentation.ts';
import { itpFindings } from './itp.ts';
import { markOf, readAtVersion, storedReading } from './kept.ts';
import { metaOf, type Scope, scopeOf } from './period.ts';
import { byMoney, type Finding, worstOf } from './rules.ts';
import { readScopeRows, type ScopeRows } from './scope-rows.ts';
import { BESIDE_COUNTED } from './senders/lost-money.ts';
import { readSilence, type Silence } from './senders/silence.ts';
import { utmFindings } from './utm-anomalies.ts';

const PARTS = ['attribution', 'weeks', 'anomalies', 'ads', ...HEALTH_ROWS, 'cash', 'browsers', 'doubt'] as const;
type Rows = Pick<ScopeRows, (typeof PARTS)[number]>;

/** All findings of a scope, sorted. */
const allFindings = (base: ReadBase, rows: Rows & { silence: Silence }, scope: Scope): Finding[] =>
  [
    ...attributionFindings(rows, scope),
    ...utmFindings(rows, scope),
    ...adIdFindings(rows, scope),
    ...instrumentationFindings(base, rows, scope),
    ...itpFindings(base, rows, scope),
  ].sort(byMoney);

interface AskedFindings {
  days: number;
  goal?: string | undefined;
}

/** All findings of now, and the money in doubt; computed once per version, day and hour, as silence shows while nothing comes. */
export const findingsNow = (base: ReadBase, profileId: string, { days, goal }: AskedFindings) =>
  readAtVersion(base, profileId, readingOf({ days, goal }), () => findAll(base, profileId, { days, goal }), { isHourly: true });

const readingOf = ({ days, goal }: AskedFindings) => ['findings', days, goal ?? null];

async function findAll(base: ReadBase, profileId: string, asked: AskedFindings) {
  const scope = await scopeOf(base, profileId, asked);
  const rows = await readScopeRows(base, scope, PARTS);
  const silence = await readSilence(base, rows.senders, scope);
  const findings = allFindings(base, { ...rows, silence }, scope);
  const { data: completeness } = await completenessOf(base, profileId, scope.period);
  const money_in_doubt = moneyInDoubt(doubtedMoney(rows, scope, findings), openOutside(completeness));
  return { findings, money_in_doubt, completeness, meta: metaOf(scope) };
}

/** Profiles with a range and a goal; more start again. */
const MAX_ANSWERS = 100;

type Found = Awaited<ReturnType<typeof findAll>>;

interface Earlier {
  /** The inputs beside the facts. */
  mark: string;
  found: Found;
  at: number;
  tookMs: number;
  isRenewing: boolean;
}

/** The summary that was computed before the service was started. */
function storedSummary(base: ReadBase, profileId: string, asked: AskedFindings): Earlier | undefined {
  const stored = storedReading<Found>(base, profileId, readingOf(asked));
  if (stored?.mark !== markOf(base, profileId)) return undefined;
  return { mark: stored.mark, found: stored.read(), at: stored.computed_at, tookMs: stored.took_ms, isRenewing: false };
}

/** By profile, days and goal. */
export const summariesOf = (base: Pick<ReadBase, 'memo'>): Map<string, Earlier> =>
  base.memo('report/quality summaries', () => new Map<string, Earlier>());

/** From how long a computation is that nobody should wait for at each new fact, and how old what is shown instead may be; tests shorten it. */
export const longSummary = (base: Pick<ReadBase, 'memo'>): { fromMs: number; lastsMs: number } =>
  base.memo('report/quality long summary', () => ({ fromMs: 1_000, lastsMs: 300_000 }));

/**
 * As `findingsNow`; of a profile for which that takes more than a second, those of an earlier version while the new ones are computed, for five
 * minutes at most. A decision of anybody, another day and a change of the queue make new ones at once.
 */
async function findingsSoon(base: ReadBase, profileId: string, asked: AskedFindings): Promise<Found> {
  const all = summariesOf(base);
  const key = [profileId, asked.days, asked.goal ?? ''].join(' ');
  const mark = markOf(base, profileId);
  const renew = async (): Promise<Found> => {
    const [begun, at] = [performance.now(), base.clock.now()];
    const found = await findingsNow(base, profileId, asked);
    // The time of a part that was not computed is that of the last time.
    const known = all.get(key);
    const tookMs = known?.found === found ? known.tookMs : performance.now() - begun;
    if (!known && all.size >= MAX_ANSWERS) all.clear();
    all.set(key, { mark, found, at, tookMs, isRenewing: false });
    return found;
  };
  const earlier = all.get(key) ?? storedSummary(base, profileId, asked);
  if (earlier && !all.has(key)) all.set(key, earlier);
  const { fromMs, lastsMs } = longSummary(base);
  if (earlier?.mark !== mark || earlier.tookMs < fromMs || base.clock.now() - earlier.at > lastsMs) return renew();
  if (!earlier.isRenewing) {
    earlier.isRenewing = true;
    renew()
      .catch((error: unknown) => {
        if (error instanceof ApiError) return; // figures are behind: a later call tries again
        base.log.warn({ err: error, profile_id: profileId }, 'the findings could not be computed again');
      })
      .finally(() => {
        earlier.isRenewing = false;
      });
  }
  return earlier.found;
}

const partOf = (part: bigint | null, whole: bigint | null): number | null =>
  part === null || whole === null || whole <= 0n ? null : Math.round((Number(part) / Number(whole)) * 10_000) / 10_000;

const sumOf = (amounts: readonly (string | null)[]): bigint =>
  amounts.reduce((sum, amount) => sum + (millionths(amount) ?? 0n), 0n);

const textOf = (units: bigint | null): string | null => (units === null ? null : decimalText(units, 6));

/** Spend and cash that are counted, under at least one finding that is not ok. */
function doubtedMoney(rows: Pick<ScopeRows, 'ads' | 'doubt'>, { period, currency }: Scope, findings: readonly Finding[]) {
  const named = new Set(findings.flatMap(({ name, status }) => (status === 'ok' || BESIDE_COUNTED.has(name) ? [] : [name])));
  const odd = new Set(named.has('click_to_visit') ? oddAds(rows) : []);
  const doubted = rows.doubt.filter(
    (row) => row.findings.some((name) => named.has(name)) || (row.ad_id !== null && odd.has(adKey(row))),
  );
  const { spend: allSpend, cash: allCash } = period.money;
  return {
    spend: allSpend === null ? null : textOf(sumOf(doubted.map(({ spend }) => spend))),
    cash: textOf(sumOf(doubted.map(({ cash }) => cash))) ?? '0',
    of: { spend: textOf(allSpend), cash: textOf(allCash) },
    currency,
  };
}

/** Rule 3: what is counted and under a finding, and what is known and in no figure. */
function moneyInDoubt({ spend, cash: counted, of, currency }: ReturnType<typeof doubtedMoney>, outside: bigint) {
  const [allSpend, allCash] = [millionths(of.spend), millionths(of.cash)];
  const cash = (millionths(counted) ?? 0n) + outside;
  const money = { spend: millionths(spend), cash: allCash === null && cash === 0n ? null : cash };
  return {
    ...moneyAnswer(money, currency),
    of,
    not_counted: decimalText(outside, 6),
    share: { spend: partOf(money.spend, allSpend), cash: partOf(money.cash, (allCash ?? 0n) + outside) },
  };
}

/** Coverage sums up what the other findings name. */
const firstToFix = (findings: readonly Finding[]): Finding | undefined =>
  findings.find(({ name, next }) => next !== '' && name !== 'coverage') ?? findings.find(({ next }) => next !== '');

/** All evidence is with the findings of the family. */
const MOST_ROWS = 5;
const shortened = (finding: Finding): Finding => ({ ...finding, evidence: finding.evidence.slice(0, MOST_ROWS) });

/** The worst finding of each family. */
const worstOfFamilies = (findings: readonly Finding[]) =>
  [...Map.groupBy(findings, ({ family }) => family)].map(([family, mine]) => ({
    family,
    status: worstOf(mine.map(({ status }) => status)),
    not_ok: mine.filter(({ status }) => status !== 'ok').length,
    worst: mine.filter(({ status }) => status !== 'ok').map(shortened)[0] ?? null,
  }));

export const getQuality = reading('getQuality', async ({ params, profile: { profileId } }, base) => {
  const { findings, money_in_doubt, completeness, meta } = await findingsSoon(base, profileId, params);
  const shown = withHistory(base, profileId, findings);
  const first = firstToFix(shown);
  return {
    data: {
      status: worstOf(shown.map(({ status }) => status)),
      money_in_doubt,
      completeness,
      next: first ? { finding: first.name, text: first.next, fix: first.fix } : null,
      families: worstOfFamilies(shown),
    },
    meta,
  };
});
