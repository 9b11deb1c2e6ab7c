// Evaluates the ads of a profile and records what follows: what is new is announced, what the evidence does not say any more ends with the
// reason. A profile is evaluated after its figures have moved, at most every ten minutes, when a finding of data quality became a problem or ended,
// and every morning.
import { z } from 'zod';
import { allProfiles } from '../../account/places/index.ts';
import { profileSettings } from '../../account/profiles/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import type { SliceEvent } from '../../base/contract/slice-hooks.ts';
import { loadOf } from '../../base/loads.ts';
import { defineJob, type JobKind } from '../../base/work/job.ts';
import { addJob } from '../../base/work/runner.ts';
import { defineSchedule } from '../../base/work/schedule.ts';
import { accountForm, resolvePlatform } from '../../collect/events/index.ts';
import { hasSpend } from '../../collect/spend/index.ts';
import { freshness } from '../../credit/progress/index.ts';
import { problemsFound } from '../../report/quality/index.ts';
import { chosen } from './evidence/choose.ts';
import { evidenceOf, recommendationId, surroundingsOf, targetKey } from './evidence/compose.ts';
import { adKey, type Circumstances } from './evidence/figures.ts';
import { type Candidate, overviewOf } from './evidence/judge.ts';
import { type Reading, readFigures } from './evidence/read-figures.ts';
import { freeze } from './freeze.ts';
import { announce, close, findRecommendation, type Recommendation, recommendationOf } from './recommendation.ts';
import { scoreDue } from './score.ts';
import { currentTarget, type StoredEvidence, storedEvidence, storedFindings } from './stored.ts';
import { reasonText } from './words.ts';

const CURSOR = 'recommended';
const PAUSE_MS = 600_000;
const SOON_MS = 30_000;
const DAY_MS = 86_400_000;
const BEHIND_SECONDS = 3_600;
/** A dismissed recommendation is not made again while most of its evidence is the same. */
const SILENT_MS = 28 * DAY_MS;
const KEPT_MS = 90 * DAY_MS;
const MOST_WITHHELD = 200;
/** Findings that bear on what ads are credited with or cost. */
const DECISIVE = new Set([
  'coverage',
  'double_sale',
  'silence',
  'shop_reconciliation',
  'unknown_ad_id',
  'ad_ids_seen',
  'spend_stale',
  'spend_outlier',
  'clock_shift',
]);

/** What an evaluation says, and the findings that withhold what a problem of data quality withholds. */
interface Said {
  candidates: readonly New[];
  problems: readonly string[];
}

interface New {
  id: string;
  key: string;
  candidate: Candidate;
  evidence: StoredEvidence;
}

/** Evaluates the profile now. */
export async function evaluate(base: Base, profileId: string): Promise<void> {
  const reading = await readFigures(base, profileId);
  const found = reading ? saidOf(base, profileId, reading) : { candidates: [], problems: [] };
  base.state.tx(() => {
    record(base, profileId, found, reading);
    base.state.setCursor(CURSOR, profileId, BigInt(base.clock.now()));
  });
  await scoreDue(base, profileId);
}

function saidOf(base: ReadBase, profileId: string, reading: Reading): Said {
  const overview = overviewOf(reading.ads);
  const circumstances = circumstancesOf(base, profileId, reading);
  const all = chosen(overview, circumstances);
  const withheld = all.filter(({ reason }) => reason !== null).toSorted((a, b) => b.judged.spend - a.judged.spend);
  const shown = [...all.filter(({ reason }) => reason === null), ...withheld.slice(0, MOST_WITHHELD)];
  const known = { reading, surroundings: surroundingsOf(reading) };
  const candidates = shown.map((candidate) => {
    const evidence = evidenceOf(candidate, overview, known);
    return { id: recommendationId(profileId, candidate.kind, evidence), key: targetKey(candidate), candidate, evidence };
  });
  return { candidates, problems: circumstances.problems };
}

const closedSince = (base: ReadBase, profileId: string) =>
  base.state
    .statement('act/recommendations/recommendations_closed_since')
    .all({ profile_id: profileId, since: base.clock.now() - SILENT_MS });

/** A person said no, on the list or on the page of the approval. */
const isDeclined = (status: string): boolean => status === 'dismissed' || status === 'rejected';

/** The account of a recommendation, as it is named now. */
function accountNow({ platform: name, account_id }: { platform: string; account_id: string }) {
  const { platform } = resolvePlatform(name);
  return { platform, accountId: accountForm(platform, account_id) };
}

function circumstancesOf(base: ReadBase, profileId: string, { currency, model, window }: Reading): Circumstances {
  const { behind_seconds: behind, replay_status: replay } = freshness(base, profileId);
  const applied = closedSince(base, profileId).filter(({ status }) => !isDeclined(status));
  return {
    now: base.clock.now(),
    currency,
    model,
    window,
    isBehind: behind > BEHIND_SECONDS || replay === 'running' || replay === 'waiting',
    problems: problemsFound(base, profileId).filter((name) => DECISIVE.has(name)),
    appliedAt: new Map(applied.map(({ ad_id, closed_at, ...row }) => [adKey({ ...accountNow(row), adId: ad_id }), closed_at])),
  };
}

function record(tx: Base, profileId: string, { candidates, problems }: Said, reading: Reading | undefined): void {
  const current = tx.state
    .statement('act/recommendations/recommendations_current')
    .all({ profile_id: profileId })
    .map(recommendationOf);
  const awaiting = new Set(current.filter(isDecided).map(currentTarget));
  const declined = new Set(
    closedSince(tx, profileId).flatMap((closed) => (isDeclined(closed.status) ? [currentTarget(closed)] : [])),
  );
  const said = candidates.filter(({ key }) => !awaiting.has(key) && !declined.has(key));
  const byKey = new Map(said.map((each) => [each.key, each]));
  for (const old of current) if (!isDecided(old)) end(tx, old, byKey.get(currentTarget(old)), problems);
  for (const each of said) put(tx, profileId, each, { reading, problems });
  tx.state
    .statement('act/recommendations/recommendations_forget')
    .run({ profile_id: profileId, before: tx.clock.now() - KEPT_MS });
}

/** Waits for an approval, or is being applied: the evidence stays that of the decision. */
const isDecided = ({ status, plan_id }: Recommendation): boolean => status === 'awaiting_approval' || plan_id !== null;

/** Ends what is not said any more in these words. */
function end(tx: Base, old: Recommendation, now: New | undefined, problems: readonly string[]): void {
  if (now?.id === old.recommendation_id) return;
  if (old.status === 'withheld') {
    tx.state.statement('act/recommendations/recommendation_delete').run({ recommendation_id: old.recommendation_id });
    return;
  }
  const from = ['open'] as const;
  const isReplaced = now !== undefined && now.candidate.reason === null;
  if (isReplaced) {
    close(tx, old.recommendation_id, { status: 'superseded', from, supersededBy: now.id });
    return;
  }
  const why = now?.candidate.reason
    ? reasonText(now.candidate.reason, problems)
    : 'The evidence of now does not say it any more.';
  if (close(tx, old.recommendation_id, { status: 'expired', from, reason: why })) freeze(tx, old, 'expired');
}

interface EvaluatedOn {
  reading: Reading | undefined;
  problems: readonly string[];
}

function put(tx: Base, profileId: string, { id, key, candidate, evidence }: New, { reading, problems }: EvaluatedOn): void {
  const { kind, judged, reason, wrong } = candidate;
  const { through_seq, through_decision } = reading?.version ?? { through_seq: 0, through_decision: 0 };
  const version = { through_seq: String(through_seq), through_decision: String(through_decision) };
  const values = {
    status: reason === null ? 'open' : 'withheld',
    reason,
    findings: reason === 'quality_problem' ? storedFindings.write([...problems]) : null,
    ad_name: judged.ad.name,
    now: tx.clock.now(),
    ...version,
  };
  const before = tx.state
    .statement('act/recommendations/recommendation_get')
    .get({ recommendation_id: id, profile_id: profileId });
  if (before) {
    if (before.plan_id !== null || !['open', 'withheld', 'superseded', 'expired'].includes(before.status)) return;
    tx.state.statement('act/recommendations/recommendation_evaluate').run({ recommendation_id: id, ...values });
  } else
    tx.state.statement('act/recommendations/recommendation_put').run({
      recommendation_id: id,
      profile_id: profileId,
      kind,
      target_key: key,
      wrong,
      evidence: storedEvidence.write(evidence),
      platform: judged.ad.platform,
      account_id: judged.ad.accountId,
      ad_id: judged.ad.adId,
      ...values,
    });
  const stored = findRecommendation(tx, profileId, id);
  if (reason === null && before?.status !== 'open') announce(tx, 'created', stored);
  if (reason !== null && reason !== 'too_few_sales' && !before) freeze(tx, stored, 'withheld');
}

/** Half of a file says nothing of an ad. */
const isLoaded = (base: ReadBase, profileId: string): boolean => loadOf(base, profileId) === undefined;

const nothing = z.object({});

export const evaluateJob: JobKind<object> = defineJob({
  kind: 'recommendations',
  payload: nothing,
  concurrencyKey: ({ profileId }) => `recommendations ${profileId}`,
  leaseSeconds: 300,
  retry: { attempts: 3 },
  isReady: isLoaded,
  failureText: 'recommendations could not be evaluated; the service tries again when figures move, and every morning',
  run: (base, { profileId }) => evaluate(base, profileId),
});

/** When figures have new facts; inside the transaction that records it. */
export function evaluateSoon(tx: Base, profileId: string): void {
  if (!hasSpend(tx, profileId)) return;
  const last = Number(tx.state.cursor(CURSOR, profileId));
  const runAt = Math.max(tx.clock.now() + SOON_MS, last + PAUSE_MS);
  addJob(tx, evaluateJob, { profileId, payload: {}, dedupeKey: profileId, runAt });
}

/** When a finding that bears on ads became a problem or ended; inside the transaction that records it. */
export function evaluateAfterFinding(tx: Base, { type, profileId, data }: SliceEvent): void {
  if (type !== 'quality.alert' || !DECISIVE.has(String(data['finding'])) || !hasSpend(tx, profileId)) return;
  addJob(tx, evaluateJob, { profileId, payload: {}, dedupeKey: `finding ${profileId}` });
}

/** The window moves with the day, whether facts come or not. */
export const evaluateDaily = defineSchedule({
  kind: 'recommendations_daily',
  times: { daily: { at: '05:30', zoneOf: (base, profileId) => profileSettings(base, profileId).timezone } },
  profiles: (base) => allProfiles(base).map(({ profileId }) => profileId),
  leaseSeconds: 300,
  retry: { attempts: 3 },
  isReady: isLoaded,
  failureText: 'recommendations could not be evaluated in the morning; the service retries automatically',
  run: async (base, profileId) => {
    if (hasSpend(base, profileId)) await evaluate(base, profileId);
  },
});
