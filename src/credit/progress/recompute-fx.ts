// The operation that records the known exchange rates for a profile: after a change of its currency, or when rates came late.
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import { stateChange } from '../../base/contract/operation.ts';
import { findRates, recordRates } from '../pipeline/index.ts';

export const recomputeFx = stateChange('recomputeFx', {
  prepare: async ({ profile }, base) => findRates(base, profile.profileId),
  change: ({ profile, principal }, base, found) => {
    const { profileId, workspaceId } = profile;
    const { currency, recorded, missing } = found;
    const actor = actorOf(principal);
    recordRates(base, profileId, actor, found);
    if (recorded > 0) {
      const detail = { currency, recorded };
      writeAudit(base, { actor, action: 'exchange_rates.applied', workspaceId, profileId, subject: profileId, detail });
    }
    return { data: { recorded, missing }, meta: { profile_id: profileId } };
  },
});
