// The operation that takes the known exchange rates up for a profile: after a change of its currency, or when rates came late.
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import { stateChange } from '../../base/contract/operation.ts';
import { applyRates } from '../pipeline/index.ts';

export const recomputeFx = stateChange('recomputeFx', {
  after: async ({ profile, principal }, base) => {
    const { profileId, workspaceId } = profile;
    const actor = actorOf(principal);
    const applied = await applyRates(base, profileId, actor);
    if (applied.recorded > 0) {
      const detail = { currency: applied.currency, recorded: applied.recorded };
      writeAudit(base, { actor, action: 'exchange_rates.applied', workspaceId, profileId, subject: profileId, detail });
    }
    return { data: { recorded: applied.recorded, missing: applied.missing }, meta: { profile_id: profileId } };
  },
});
