// Reports as of earlier knowledge: computed in a file of their own by credit/as-of, kept, since they never change, and waited for
// no longer than a request should take. A computation goes on when nobody waits any more, and says how far it is.
import { setTimeout as pause } from 'node:timers/promises';
import type { ReadBase } from '../../base/base.ts';
import { busyRefusal } from '../../base/contract/api-error.ts';
import { canonicalJson } from '../../base/kit/canonical.ts';
import { typed } from '../../base/warehouse/statements.ts';
import { type Knowledge, knowledgeOf, knowledgeVersion, type Progress, recall } from '../../credit/as-of/index.ts';
import { profileVersion, type Version } from '../../credit/pipeline/index.ts';
import { cachedByVersion } from './cached-answers.ts';
import { figuresNow } from './engine-figures.ts';
import { earlier, type Figures } from './frame.ts';

const MAX_ANSWERS = 200;
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
    if (all.size <= MAX_ANSWERS) break;
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

/** Its answer; a caller that waits too long is told how far it is, and finds the answer when it asks again. */
export async function waitFor(base: ReadBase, computation: Computation): Promise<unknown> {
  const late = pause(asOfPatience(base).ms, undefined, { ref: false }).then(() => {
    const share = Math.floor(100 * computation.progress.share);
    const message = `The figures of that time are being computed, ${share} % so far; ask again.`;
    throw busyRefusal(message, RETRY_SECONDS, share / 100);
  });
  return Promise.race([computation.answer, late]);
}

const isSame = (a: Version, b: Version): boolean =>
  a.through_seq === b.through_seq && a.through_decision === b.through_decision && a.code === b.code;

/** The name of a state of knowledge in keys; it has numbers that JSON lacks. */
export const nameOf = ({ seq, decision, at }: Knowledge): string => `${seq}.${decision}${at === null ? '' : `@${at}`}`;

/** A report on the current figures, or on those of `as_of`. */
export async function figuresRequested<Params extends { as_of?: string }, Report extends { meta?: { version: Version } }>(
  base: ReadBase,
  profileId: string,
  operation: string,
  params: Params,
  report: (figures: Figures) => Promise<Report>,
): Promise<Report> {
  const { as_of, ...query } = params;
  // Apart, as what is refused now may be answered as of then.
  const now = (...times: Knowledge[]) =>
    cachedByVersion(base, profileId, [operation, query, ...times.map(nameOf)], async () =>
      report(await figuresNow(base, profileId, times)),
    );
  if (as_of === undefined) return now();
  const knowledge = await knowledgeOf(base, profileId, 'as_of', as_of);
  const version = knowledgeVersion(knowledge);
  if (knowledge.at === null && isSame(version, await profileVersion(base, profileId))) return now(knowledge);
  const computation = computeOnce(base, [profileId, operation, query, nameOf(knowledge)], (onProgress) =>
    recall(base, profileId, knowledge, (read) => report(earlier(base, profileId, read, knowledge)), onProgress),
  );
  return typed(await waitFor(base, computation));
}
