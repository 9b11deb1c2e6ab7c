// The proposer: a job that looks through a profile's customers for pairs that may be one person, by evidence that is exact (an identifier
// that two were named by, one payment of both) and by likeness, and puts them in the queue. It decides nothing.

import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { archivedProfile } from '../../../account/access/index.ts';
import { allProfiles } from '../../../account/places/index.ts';
import type { Base } from '../../../base/base.ts';
import { stateChange } from '../../../base/contract/operation.ts';
import { statementsOfProfile } from '../../../base/state/statements.ts';
import { statement } from '../../../base/warehouse/statements.ts';
import { defineJob } from '../../../base/work/job.ts';
import { addJob, runDue } from '../../../base/work/runner.ts';
import { defineSchedule } from '../../../base/work/schedule.ts';
import { headOf } from '../stitching/components.ts';
import { storedReasons } from '../stored.ts';
import type { LikelyPair } from './blocking.ts';
import { openProposal, pairOf } from './pairs.ts';
import { respelledPairs } from './respelled.ts';
import type { FromScanWorker, ScanWork } from './scan-worker.ts';

/** After an import: others may follow it at once. */
const AFTER_IMPORT_MS = 300_000;
/** A portion is one transaction of state, which blocks the event loop while it commits. */
const PORTION = 50;

/** Thousandths: what exact evidence says of a pair that likeness says nothing of. */
const SHARED_IDENTIFIER = 600;
const SHARED_PAYMENT = 700;

interface Found {
  one: bigint;
  two: bigint;
  score: number;
  reasons: string[];
}

/** Queues a scan; one that still waits is the same. */
const queueScan = (base: Base, profileId: string): { jobId: string; created: boolean } =>
  addJob(base, scanJob, { profileId, payload: {}, dedupeKey: profileId });

/** Under a key of its own: who requests a scan does not wait for this one. */
export function queueScanAfterImport(base: Base, profileId: string): void {
  const runAt = base.clock.now() + AFTER_IMPORT_MS;
  addJob(base, scanJob, { profileId, payload: {}, dedupeKey: `import:${profileId}`, runAt });
}

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

export const scanMergeProposals = stateChange('scanMergeProposals', ({ profile }, base) => {
  const { profileId } = profile;
  const last = base.state.jobs.latestDone(scanJob.kind, profileId);
  const { jobId, created } = queueScan(base, profileId);
  const result = last && (last.result as ScanResult);
  return {
    data: {
      job_id: jobId,
      created,
      last_scan: result ? { finished_at: instant(last?.finishedAt ?? null), ...result } : null,
    },
    meta: { profile_id: profileId },
    outcome: 'accepted',
  };
});

interface ScanResult {
  customers_compared: number;
  pairs_found: number;
  pairs_opened: number;
}

/** Writes what was found into the queue; answers how many pairs are new in it. */
function propose(base: Base, profileId: string, found: readonly Found[]): number {
  return base.state.tx(() => found.filter((pair) => proposeOne(base, profileId, pair)).length);
}

function proposeOne(base: Base, profileId: string, { one, two, score, reasons }: Found): boolean {
  const pair = pairOf(one, two);
  const statements = statementsOfProfile(base.state, profileId);
  const match = { ...pair, match_score: score, match_reasons: storedReasons.write(reasons) };
  if (statements.rows('collect/identity/proposal_match', match).length > 0) {
    statements.run('collect/identity/proposal_score', pair);
    return false;
  }
  const [a, b] = [headOf(base, profileId, one), headOf(base, profileId, two)];
  const [low, high] = a < b ? [a, b] : [b, a];
  const isAnswered = low === high || statements.rows('collect/identity/persons_told_apart', { low, high }).length > 0;
  if (isAnswered) return false;
  openProposal(base, profileId, pair, { seq: base.state.cursor('stitched', profileId), openedAt: base.clock.now() });
  statements.rows('collect/identity/proposal_match', match);
  statements.run('collect/identity/proposal_score', pair);
  return true;
}

async function proposeAll(base: Base, profileId: string, found: readonly Found[]): Promise<number> {
  let opened = 0;
  for (let from = 0; from < found.length; from += PORTION) {
    opened += propose(base, profileId, found.slice(from, from + PORTION));
    await pause(1);
  }
  return opened;
}

/** Pairs by identifiers that stronger evidence kept apart: two ids with one phone, say. */
async function sharedIdentifiers(base: Base, profileId: string, tell: (found: Found[]) => Promise<void>): Promise<void> {
  let after = { after_key: -1n, after_customer: -1n };
  for (;;) {
    const rows = base.state
      .statement('collect/identity/scan_left_off')
      .allBig({ profile_id: profileId, ...after, limit: PORTION });
    const last = rows.at(-1);
    if (!last) return;
    await tell(
      rows.map((row) => ({
        one: row.customer_no,
        two: row.owner_no,
        score: SHARED_IDENTIFIER,
        reasons: [`shared_${row.type}`],
      })),
    );
    after = { after_key: last.identifier_key, after_customer: last.customer_no };
  }
}

/** Pairs by an identifier that the two have in different spellings. */
async function sharedSpellings(base: Base, profileId: string, tell: (found: Found[]) => Promise<void>): Promise<void> {
  for (const pairs of respelledPairs(base, profileId)) {
    if (pairs.length > 0)
      await tell(pairs.map(({ type, one, two }) => ({ one, two, score: SHARED_IDENTIFIER, reasons: [`shared_${type}`] })));
    await endOfTurn();
  }
}

/** Counts changes of how identifiers are spelt. */
const SPELLINGS = 1n;
const CHECKED = 'spellings';

/** Once after an update that spells identifiers otherwise: a scan where customers turn out to be the same. */
async function scanRespelled(base: Base): Promise<void> {
  for (const { profileId } of allProfiles(base)) {
    if (base.state.cursor(CHECKED, profileId) >= SPELLINGS) continue;
    for (const pairs of respelledPairs(base, profileId)) {
      await endOfTurn();
      if (pairs.length === 0) continue;
      queueScan(base, profileId);
      break;
    }
    base.state.setCursor(CHECKED, profileId, SPELLINGS);
  }
}

export const respelledSchedule = defineSchedule({
  kind: 'respelled_identifiers',
  times: { everySeconds: 86_400 },
  leaseSeconds: 600,
  retry: { attempts: 3 },
  failureText: 'customers with one identifier in two spellings could not be searched for; the service retries automatically',
  run: scanRespelled,
});

/** Customers with a part in one payment, as the figures know them; none before there are figures. */
async function sharedPayments(base: Base, profileId: string): Promise<Found[]> {
  if (!(await base.warehouse.exists(profileId))) return [];
  const shared = statement('warehouse/collect/identity/shared_payments');
  const rows = await base.warehouse.query({ profileId }, shared, { size: 'heavy', deadlineMs: 60_000 });
  return rows.map((row) => ({
    one: row.one,
    two: row.two,
    score: SHARED_PAYMENT,
    reasons: ['same_payment'],
  }));
}

/** Compares all customers in a worker thread; `tell` receives the portions in order. Returns the number of compared customers. */
function compareAll(
  base: Base,
  profileId: string,
  tell: (pairs: LikelyPair[]) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<number> {
  const work: ScanWork = { config: base.config, profileId };
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { workerData: work });
  const end = (): void => void worker.terminate();
  signal?.addEventListener('abort', end);
  return new Promise<number>((done, failed) => {
    let lastReport: Promise<void> = Promise.resolve();
    let compared: number | undefined;
    worker.on('message', (message: FromScanWorker) => {
      if ('compared' in message) compared = message.compared;
      else lastReport = lastReport.then(() => tell(message.pairs));
      lastReport.catch(failed);
    });
    worker.on('error', failed);
    worker.on('exit', () => {
      signal?.removeEventListener('abort', end);
      lastReport.then(
        () => (compared === undefined ? failed(new Error('The comparing thread ended early.')) : done(compared)),
        failed,
      );
    });
  });
}

/** Looks through all customers of a profile now. */
export async function scan(base: Base, profileId: string, signal?: AbortSignal): Promise<ScanResult> {
  // By pair, as two kinds of evidence may find the same pair: the higher score remains, with all reasons.
  const exact = new Map<string, Found>();
  const note = (found: Found): void => {
    const { customer_a, customer_b } = pairOf(found.one, found.two);
    const name = `${customer_a}.${customer_b}`;
    const cached = exact.get(name);
    if (!cached) exact.set(name, found);
    else {
      cached.score = combined(cached.score, found.score);
      cached.reasons = [...new Set([...cached.reasons, ...found.reasons])];
    }
  };
  for (const shared of [sharedIdentifiers, sharedSpellings])
    await shared(base, profileId, async (found) => {
      found.forEach(note);
      await pause(1);
    });
  (await sharedPayments(base, profileId)).forEach(note);
  let found = 0;
  let opened = 0;
  const tell = async (portion: Found[]): Promise<void> => {
    found += portion.length;
    opened += await proposeAll(base, profileId, portion);
  };
  const compared = await compareAll(base, profileId, (pairs) => tell(pairs.map((pair) => withExact(exact, pair))), signal);
  await tell([...exact.values()]);
  return { customers_compared: compared, pairs_found: found, pairs_opened: opened };
}

const combined = (a: number, b: number): number => Math.min(999, Math.round(1000 - ((1000 - a) * (1000 - b)) / 1000));

/** Adds the exact evidence of a similar pair, so that it is not reported twice. */
function withExact(exact: Map<string, Found>, pair: LikelyPair): Found {
  const { customer_a, customer_b } = pairOf(pair.one, pair.two);
  const name = `${customer_a}.${customer_b}`;
  const found = exact.get(name);
  if (!found) return pair;
  exact.delete(name);
  return { ...pair, score: combined(found.score, pair.score), reasons: [...new Set([...found.reasons, ...pair.reasons])] };
}

/** One at a time: each may take a core for minutes. */
export const scanJob = defineJob({
  kind: 'merge_scan',
  payload: z.object({}),
  concurrencyKey: ({ profileId }) => `merge_scan ${profileId}`,
  leaseSeconds: 3_600,
  retry: { attempts: 5 },
  failureText: 'searching for pairs to merge failed; the service retries automatically',
  run: (base, { profileId, signal }) => (archivedProfile(base, profileId) ? {} : scan(base, profileId, signal)),
});

/** Runs every scan that is due. */
export const scansDue = async (base: Base): Promise<void> => void (await runDue(base, [scanJob]));
