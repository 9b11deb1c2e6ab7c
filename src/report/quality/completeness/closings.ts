// Decisions of people that money outside of the figures needs no cure: it is no conversion, or not the merchant's. No figure depends on one.
import { randomUUID } from 'node:crypto';
import { actorOf, writeAudit } from '../../../account/audit/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { stateChange } from '../../../base/contract/operation.ts';
import type { RowOf } from '../../../base/state/state.ts';

const MAX_CLOSINGS = 1_000;

const shown = ({ closing_id, decision, decided_by, decided_at }: RowOf<'report/quality/closings_list'>) => ({
  id: closing_id,
  decision,
  decided_by,
  decided_at: new Date(decided_at).toISOString(),
});
export type Closing = ReturnType<typeof shown>;

/** By kind, reason and subject. */
export const readClosings = (base: ReadBase, profileId: string): Map<string, Closing> =>
  new Map(
    base.state
      .statement('report/quality/closings_list')
      .all({ profile_id: profileId })
      .map((row) => [JSON.stringify([row.kind, row.reason, row.subject]), shown(row)]),
  );

/** Changes with each decision. */
export const closingsMark = (base: ReadBase, profileId: string): string => {
  const { closings = 0, last = null } =
    base.state.statement('report/quality/closings_count').get({ profile_id: profileId }) ?? {};
  return `${closings} ${last ?? ''}`;
};

/** The same decision again is the one that is there; another takes its place. */
export const closeMoneyReason = stateChange(
  'closeMoneyReason',
  ({ principal, profile: { profileId, workspaceId }, body }, base) =>
    base.state.tx(() => {
      const { kind = 'cash', reason, subject, decision } = body;
      const about = { kind, reason, subject };
      const key = { profile_id: profileId, ...about };
      const before = base.state.statement('report/quality/closing_find').get(key);
      if (before?.decision === decision) return { data: { ...about, ...shown(before) }, meta: { profile_id: profileId } };
      const { closings } = base.state.statement('report/quality/closings_count').get({ profile_id: profileId }) ?? {
        closings: 0,
      };
      if (!before && closings >= MAX_CLOSINGS)
        throw new ApiError('invalid_state', `The profile has ${MAX_CLOSINGS} such decisions; undo some first.`);
      const actor = actorOf(principal);
      const row = { closing_id: randomUUID(), decision, decided_by: actor, decided_at: base.clock.now() };
      base.state.statement('report/quality/closing_put').run({ ...key, ...row });
      const detail = { ...about, decision, before: before?.decision ?? null };
      writeAudit(base, { actor, action: 'money_reason.closed', workspaceId, profileId, subject: row.closing_id, detail });
      return { data: { ...about, ...shown({ ...about, ...row }) }, meta: { profile_id: profileId }, outcome: 'created' as const };
    }),
);

export const reopenMoneyReason = stateChange(
  'reopenMoneyReason',
  ({ principal, profile: { profileId, workspaceId }, params }, base) =>
    base.state.tx(() => {
      const key = { profile_id: profileId, closing_id: params.id };
      const { changes } = base.state.statement('report/quality/closing_remove').run(key);
      if (changes === 0) throw new ApiError('not_found', 'The profile has no such decision.');
      const about = { actor: actorOf(principal), action: 'money_reason.reopened', workspaceId, profileId, subject: params.id };
      writeAudit(base, { ...about, detail: {} });
      return { data: { id: params.id, reopened: true }, meta: { profile_id: profileId } };
    }),
);
