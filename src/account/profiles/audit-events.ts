// Actions of a person in the interface that no operation records: from a fixed list, by name, without any free text.
import { stateChange } from '../../base/contract/operation.ts';
import { actorOf, writeAudit } from '../audit/index.ts';

export const recordAuditEvent = stateChange(
  'recordAuditEvent',
  ({ principal, profile: { profileId, workspaceId }, body }, tx) => {
    const { event, subject } = body;
    writeAudit(tx, {
      actor: actorOf(principal),
      action: `interface.${event}`,
      workspaceId,
      profileId,
      subject: subject ?? profileId,
    });
    return {
      data: { event, recorded_at: new Date(tx.clock.now()).toISOString() },
      meta: { profile_id: profileId },
      outcome: 'created',
    };
  },
);
