// The end of a workspace, over the door.
import { changeThenWait } from '../../base/contract/operation.ts';
import { archiveWorkspace, finishArchivedWorkspace } from '../access/index.ts';
import { actorOf } from '../audit/index.ts';
import { paidOf } from './plans/subscription.ts';

/** Called once, as a processor without an answer must not prevent archiving. */
const NOT_CANCELLED = {
  code: 'subscription_not_cancelled',
  message: 'The payment processor could not be asked to cancel the subscription; that is tried again until it is done.',
};

export const deleteWorkspace = changeThenWait('deleteWorkspace', {
  change: ({ principal, workspaceId }, base) => archiveWorkspace(base, { workspaceId, actor: actorOf(principal) }),
  after: async ({ workspaceId }, base, isArchived) => {
    const { archived, archivedAt, counts, profilesPurged } = await finishArchivedWorkspace(base, workspaceId, isArchived);
    const isPaid = paidOf(base, workspaceId)?.processor === 'stripe';
    return {
      ...(isPaid ? { warnings: [NOT_CANCELLED] } : {}),
      data: {
        workspace_id: workspaceId,
        archived,
        archived_at: new Date(archivedAt).toISOString(),
        profiles_purged: profilesPurged,
        counts,
      },
    };
  },
});
