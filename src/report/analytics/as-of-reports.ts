// Reports as of earlier knowledge: computed in a file of their own by credit/as-of, kept, since they never change, and waited for
// no longer than a request should take.
import { setTimeout as pause } from 'node:timers/promises';
import type { ReadBase } from '../../base/base.ts';
import { canonicalJson } from '../../base/kit/canonical.ts';
import { WarehouseFailure } from '../../base/warehouse/port.ts';
import { type Knowledge, knowledgeOf, knowledgeVersion, recall } from '../../credit/as-of/index.ts';
import { profileVersion, type Version } from '../../credit/pipeline/index.ts';
import { cachedByVersion } from './cached-answers.ts';
import { figuresNow } from './engine-figures.ts';
import { earlier, type Figures } from './frame.ts';

const MAX_ANSWERS = 200;
const WAIT_MS = 25_000;

/** Answers an earlier computed result, or begins to compute; a caller that waits too long is asked to come back, and finds it then. */
export async function cachedAsOf<T>(base: ReadBase, what: unknown, work: () => Promise<T>): Promise<T> {
  const key = canonicalJson(what);
  const kept = base.memo('report/analytics as-of answers', () => new Map<string, Promise<unknown>>());
  const cached = kept.get(key) as Promise<T> | undefined;
  const answer = cached ?? work();
  if (!cached) {
    if (kept.size >= MAX_ANSWERS) kept.clear();
    kept.set(key, answer);
    answer.catch(() => kept.delete(key));
  }
  return Promise.race([answer, pause(WAIT_MS, undefined, { ref: false }).then(comeBack)]);
}

function comeBack(): never {
  throw new WarehouseFailure('busy', 'The figures of that time are being computed; ask again.');
}

const isSame = (a: Version, b: Version): boolean =>
  a.through_seq === b.through_seq && a.through_decision === b.through_decision && a.code === b.code;

/** The name of a state of knowledge in keys; it has numbers that JSON lacks. */
export const nameOf = ({ seq, decision, at }: Knowledge): string => `${seq}.${decision}@${at}`;

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
  return cachedAsOf(base, [profileId, operation, query, nameOf(knowledge)], () =>
    recall(base, profileId, knowledge, (read) => report(earlier(base, profileId, read, knowledge))),
  );
}
