// Computations that may take longer than a request waits: those in a file of their own, by credit/as-of. One is kept, as it never changes, and waited for no longer than a
// request should take. It goes on when nobody waits any more, and says how far it is.
import { setTimeout as pause } from 'node:timers/promises';
import type { ReadBase } from '../../base/base.ts';
import { busyRefusal } from '../../base/contract/api-error.ts';
import { canonicalJson } from '../../base/kit/canonical.ts';
import type { Progress } from '../../credit/as-of/index.ts';

const MAX_COMPUTATIONS = 200;
/** The time that a caller waits; tests shorten it. */
export const asOfPatience = (base: Pick<ReadBase, 'memo'>): { ms: number } =>
  base.memo('report/analytics as-of patience', () => ({ ms: 25_000 }));
const RETRY_SECONDS = 1;

type OnProgress = (progress: Progress) => void;

/** One that runs, or has ended well. */
export interface Computation {
  answer: Promise<unknown>;
  progress: Progress;
  startedAt: number;
  endedAt: number | undefined;
}

/** By the question and the version that it is about; the latest at the end. */
const computationsOf = (base: ReadBase): Map<string, Computation> =>
  base.memo('report/analytics as-of answers', () => new Map<string, Computation>());

/** The one that computes this, or has. */
export const computationOf = (base: ReadBase, what: unknown): Computation | undefined =>
  computationsOf(base).get(canonicalJson(what));

/** The one that computes this, or has; otherwise it begins. */
export function computeOnce(base: ReadBase, what: unknown, work: (onProgress: OnProgress) => Promise<unknown>): Computation {
  const key = canonicalJson(what);
  const all = computationsOf(base);
  const existing = all.get(key);
  const computation = existing ?? begin(work);
  all.delete(key);
  all.set(key, computation);
  if (existing) return existing;
  computation.answer.catch(() => all.delete(key));
  for (const [oldest, { endedAt }] of all) {
    if (all.size <= MAX_COMPUTATIONS) break;
    if (endedAt !== undefined) all.delete(oldest);
  }
  return computation;
}

function begin(work: (onProgress: OnProgress) => Promise<unknown>): Computation {
  const computation: Computation = {
    answer: Promise.resolve(),
    progress: { step: 'waiting', share: 0 },
    startedAt: performance.now(),
    endedAt: undefined,
  };
  const end = (): void => {
    computation.endedAt = performance.now();
  };
  computation.answer = work((progress) => {
    computation.progress = progress;
  });
  computation.answer.then(end, end);
  return computation;
}

/** Its answer; a caller that waits too long gets the progress, and the answer when it asks again. */
export async function waitFor(base: ReadBase, computation: Computation): Promise<unknown> {
  const late = pause(asOfPatience(base).ms, undefined, { ref: false }).then(() => {
    const share = Math.floor(100 * computation.progress.share);
    const message = `The figures of that time are being computed, ${share} % so far; ask again.`;
    throw busyRefusal(message, RETRY_SECONDS, share / 100);
  });
  return Promise.race([computation.answer, late]);
}

/** The last computation of each question about the figures of now. */
const latestOf = (base: ReadBase): Map<string, Computation> =>
  base.memo('report/analytics latest computations', () => new Map<string, Computation>());

export const latestComputation = (base: ReadBase, question: unknown): Computation | undefined =>
  latestOf(base).get(canonicalJson(question));

/**
 * Where the figures move on while a long computation runs, the one that runs answers, and for as long again as it took: otherwise a caller
 * who asks again would have another one begun each time.
 */
function stillGood(base: ReadBase, question: unknown): Computation | undefined {
  const latest = latestComputation(base, question);
  if (!latest || latest.endedAt === undefined) return latest;
  const tookMs = latest.endedAt - latest.startedAt;
  return tookMs > asOfPatience(base).ms && performance.now() - latest.endedAt < tookMs ? latest : undefined;
}

/**
 * A computation about the figures of now.
 * @param question Whatever the figures are.
 * @param version What names them.
 */
export function computeNow(
  base: ReadBase,
  { question, version }: { question: readonly unknown[]; version: unknown },
  work: (onProgress: OnProgress) => Promise<unknown>,
): Computation {
  const latest = stillGood(base, question);
  if (latest) return latest;
  const computation = computeOnce(base, [...question, version], work);
  const key = canonicalJson(question);
  latestOf(base).set(key, computation);
  computation.answer.catch(() => latestOf(base).delete(key));
  return computation;
}
