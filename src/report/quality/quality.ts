// The summary of data quality: how much money is in doubt, the worst finding of each family, and what to do first. There is no score: money
// under a finding is the one figure, and each row of spend and cash counts once.
import { profileDay } from '../../account/profiles/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { reading } from '../../base/contract/operation.ts';
import { decimalText } from '../../base/kit/decimals.ts';
import { prepared } from '../../base/warehouse/plan.ts';
import { personsInQueue } from '../../collect/identity/index.ts';
import { ask } from '../../credit/pipeline/index.ts';
import { adIdFindings, oddAdIds } from './ad-ids.ts';
import { attributionFindings } from './attribution-quality.ts';
import { millionths, moneyAnswer } from './findings.ts';
import { withHistory } from './fixes.ts';
import { instrumentationFindings } from './instrumentation.ts';
import { itpFindings } from './itp.ts';
import { hourOf, queueMark, readAtVersion } from './kept.ts';
import { metaOf, rangeOf, type Scope, scopeOf } from './period.ts';
import { byMoney, type Finding, worstOf } from './rules.ts';
import { utmFindings } from './utm-anomalies.ts';

type Family = Finding['family'];

/** The findings of each family. */
const families: Readonly<Partial<Record<Family, (base: ReadBase, scope: Scope) => Promise<Finding[]>>>> = {
  attribution: attributionFindings,
  utm: utmFindings,
  ad_ids: adIdFindings,
  instrumentation: instrumentationFindings,
  itp: itpFindings,
};

/** All findings of a scope, sorted. */
async function allFindings(base: ReadBase, scope: Scope): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const read of Object.values(families)) found.push(...(await read(base, scope)));
  return found.sort(byMoney);
}

/** All findings of now, and the money in doubt; computed once per version, day and hour, as silence shows while nothing comes. */
export const findingsNow = (base: ReadBase, profileId: string, { days, goal }: { days: number; goal?: string | undefined }) =>
  readAtVersion(base, profileId, ['findings', days, goal ?? null, hourOf(base)], async () => {
    const scope = await scopeOf(base, profileId, { days, goal });
    const findings = await allFindings(base, scope);
    return { findings, money_in_doubt: await moneyInDoubt(base, scope, findings), meta: metaOf(scope) };
  });

/** Profiles with a range and a goal; more start again. */
const MAX_ANSWERS = 100;

type Found = Awaited<ReturnType<typeof findingsNow>>;

interface Earlier {
  /** What it depends on beside the facts. */
  mark: string;
  found: Found;
  at: number;
  tookMs: number;
  isRenewing: boolean;
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
async function findingsSoon(
  base: ReadBase,
  profileId: string,
  asked: { days: number; goal?: string | undefined },
): Promise<Found> {
  const all = summariesOf(base);
  const key = [profileId, asked.days, asked.goal ?? ''].join(' ');
  const mark = [profileDay(base, profileId), base.state.lastDecision(profileId), queueMark(base, profileId)].join(' ');
  const renew = async (): Promise<Found> => {
    const [begun, at] = [performance.now(), base.clock.now()];
    const found = await findingsNow(base, profileId, asked);
    // What did not have to be computed took as long as the last time.
    const known = all.get(key);
    const tookMs = known?.found === found ? known.tookMs : performance.now() - begun;
    if (!known && all.size >= MAX_ANSWERS) all.clear();
    all.set(key, { mark, found, at, tookMs, isRenewing: false });
    return found;
  };
  const earlier = all.get(key);
  const { fromMs, lastsMs } = longSummary(base);
  if (earlier?.mark !== mark || earlier.tookMs < fromMs || base.clock.now() - earlier.at > lastsMs) return renew();
  if (!earlier.isRenewing) {
    earlier.isRenewing = true;
    renew()
      .catch((error: unknown) => base.log.warn({ err: error, profile_id: profileId }, 'the findings could not be computed again'))
      .finally(() => {
        earlier.isRenewing = false;
      });
  }
  return earlier.found;
}

const partOf = (part: bigint | null, whole: bigint | null): number | null =>
  part === null || whole === null || whole <= 0n ? null : Math.round((Number(part) / Number(whole)) * 10_000) / 10_000;

/** Rule 3: spend and cash under at least one finding that is not ok. */
async function moneyInDoubt(base: ReadBase, scope: Scope, findings: readonly Finding[]) {
  const named = [...new Set(findings.flatMap(({ name, status }) => (status === 'ok' ? [] : [name])))];
  const odd_ads = named.includes('click_to_visit') ? await oddAdIds(base, scope) : [];
  const asked = { ...rangeOf(scope), waiting: personsInQueue(base, scope.profileId), findings: named, odd_ads };
  const [row] = await ask(
    base,
    scope.profileId,
    prepared('warehouse/report/quality/doubt/money_in_doubt_get', asked, ['in_range']),
  );
  const { spend: allSpend, cash: allCash } = scope.period.money;
  const touched = { spend: millionths(row?.spend ?? null) ?? 0n, cash: millionths(row?.cash ?? null) ?? 0n };
  const money = { spend: allSpend === null ? null : touched.spend, cash: allCash === null ? null : touched.cash };
  const textOf = (units: bigint | null): string | null => (units === null ? null : decimalText(units, 6));
  return {
    ...moneyAnswer(money, scope.currency),
    of: { spend: textOf(allSpend), cash: textOf(allCash) },
    share: { spend: partOf(money.spend, allSpend), cash: partOf(money.cash, allCash) },
  };
}

/** Coverage sums up what the other findings name. */
const firstToFix = (findings: readonly Finding[]): Finding | undefined =>
  findings.find(({ name, next }) => next !== '' && name !== 'coverage') ?? findings.find(({ next }) => next !== '');

/** The worst finding of each family. */
const worstOfFamilies = (findings: readonly Finding[]) =>
  [...Map.groupBy(findings, ({ family }) => family)].map(([family, mine]) => ({
    family,
    status: worstOf(mine.map(({ status }) => status)),
    not_ok: mine.filter(({ status }) => status !== 'ok').length,
    worst: mine.find(({ status }) => status !== 'ok') ?? null,
  }));

export const getQuality = reading('getQuality', async ({ params, profile: { profileId } }, base) => {
  const { findings, money_in_doubt, meta } = await findingsSoon(base, profileId, params);
  const shown = withHistory(base, profileId, findings);
  const first = firstToFix(shown);
  return {
    data: {
      status: worstOf(shown.map(({ status }) => status)),
      money_in_doubt,
      next: first ? { finding: first.name, text: first.next, fix: first.fix } : null,
      families: worstOfFamilies(shown),
    },
    meta,
  };
});
