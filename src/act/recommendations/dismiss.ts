// Closes a recommendation without applying it. Done twice it is dismissed once; the same ad and kind is not recommended again for 28 days.
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { stateChange } from '../../base/contract/operation.ts';
import { freeze } from './freeze.ts';
import { announce, close, findRecommendation, typedActor } from './recommendation.ts';
import { shownOf } from './shown.ts';

export const dismissRecommendation = stateChange('dismissRecommendation', (call, tx) => {
  const { principal, profile, params, body } = call;
  const { profileId, workspaceId } = profile;
  const found = findRecommendation(tx, profileId, params.id);
  const { recommendation_id: id, status } = found;
  if (status === 'dismissed') return { data: shownOf(tx, found), meta: { profile_id: profileId } };
  if (found.plan_id !== null && status === 'open')
    throw new ApiError('invalid_state', 'The recommendation is being applied and cannot be dismissed.');
  const closing = { status: 'dismissed', from: ['open', 'withheld'], by: typedActor(principal) } as const;
  if (!close(tx, id, { ...closing, ...(body?.reason === undefined ? {} : { reason: body.reason }) }))
    throw new ApiError('invalid_state', `The recommendation is ${status.replaceAll('_', ' ')} and cannot be dismissed.`);
  const dismissed = findRecommendation(tx, profileId, id);
  if (status === 'open') {
    freeze(tx, dismissed, 'dismissed', typedActor(principal));
    announce(tx, 'rejected', dismissed);
  }
  const detail = { kind: found.kind, ad_id: found.ad_id, platform: found.platform };
  writeAudit(tx, { actor: actorOf(principal), action: 'recommendation.dismissed', profileId, workspaceId, subject: id, detail });
  return { data: shownOf(tx, dismissed), meta: { profile_id: profileId } };
});
