// Answers that are kept for the user who asked, for thirty days, and the limit of questions that a workspace may ask on a day of UTC.
import { randomUUID } from 'node:crypto';
import { reachableProfiles } from '../../../account/apps/index.ts';
import { actorOf } from '../../../account/audit/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { type Answer, type Principal, reading } from '../../../base/contract/operation.ts';
import { storedAnswer } from './stored.ts';

type Kept = Answer<'getTopPerformersAnswer'>['data'];

const MOST_A_DAY = 50;
const DAY_MS = 86_400_000;
const KEPT_MS = 30 * DAY_MS;

interface Asker {
  workspaceId: string;
  principal: Principal;
}

/** Counts the question, and answers its id. @throws ApiError when the workspace has asked as many today. */
export function reserveAnswer(tx: Base, { workspaceId, principal }: Asker): string {
  const now = tx.clock.now();
  const midnight = Math.floor(now / DAY_MS) * DAY_MS;
  tx.state.statement('act/creatives/answers_forget').run({ workspace_id: workspaceId, before: now - KEPT_MS });
  const { answers = 0 } =
    tx.state.statement('act/creatives/answers_count').get({ workspace_id: workspaceId, since: midnight }) ?? {};
  if (answers >= MOST_A_DAY)
    throw new ApiError(
      'rate_limit_exceeded',
      `The workspace has asked its ${MOST_A_DAY} questions of today. They are renewed at ${new Date(midnight + DAY_MS).toISOString()} (midnight UTC).`,
      {},
      Math.ceil((midnight + DAY_MS - now) / 1000),
    );
  const answerId = randomUUID();
  const row = { answer_id: answerId, workspace_id: workspaceId, asked_by: actorOf(principal), now };
  tx.state.statement('act/creatives/answer_reserve').run(row);
  return answerId;
}

export const keepAnswer = (tx: Base, answerId: string, answer: Parameters<typeof storedAnswer.write>[0]): void => {
  tx.state.statement('act/creatives/answer_put').run({ answer_id: answerId, answer: storedAnswer.write(answer) });
};

const keptOf = (row: { answer_id: string; answer: string; asked_at: number }): Kept => ({
  answer_id: row.answer_id,
  asked_at: new Date(row.asked_at).toISOString(),
  ...storedAnswer.read(row.answer),
});

/** An answer about a profile that the user does not reach any more is none. */
function isReached(base: ReadBase, { principal, workspaceId }: Asker): (kept: Kept) => boolean {
  const reached = new Set(reachableProfiles(base, principal, workspaceId).map(({ profileId }) => profileId));
  return ({ profile_id: profileId }) => profileId === null || reached.has(profileId);
}

const rangeOf = (base: ReadBase, { principal, workspaceId }: Asker) => ({
  workspace_id: workspaceId,
  asked_by: actorOf(principal),
  since: base.clock.now() - KEPT_MS,
});

export const getTopPerformersAnswer = reading('getTopPerformersAnswer', ({ principal, workspaceId, params }, base) => {
  const at = { ...rangeOf(base, { principal, workspaceId }), answer_id: params.answerId.toLowerCase() };
  const row = base.state.statement('act/creatives/answer_get').get(at);
  const kept = row && keptOf(row);
  if (!kept || !isReached(base, { principal, workspaceId })(kept))
    throw new ApiError('not_found', 'There is no such answer; each is kept for 30 days, for the user who asked.');
  return { data: kept, meta: { workspace_id: workspaceId } };
});

export const listTopPerformersAnswers = reading('listTopPerformersAnswers', ({ principal, workspaceId, params }, base) => {
  const at = { ...rangeOf(base, { principal, workspaceId }), row_limit: params.limit };
  const kept = base.state.statement('act/creatives/answers_list').all(at).map(keptOf);
  return { data: kept.filter(isReached(base, { principal, workspaceId })), meta: { workspace_id: workspaceId } };
});
