// What others may use of profiles: creating them, their settings, and handing over the steps of the setup checklist.
import type { Slice } from '../../base/contract/operation.ts';
import { forgetEntitlements } from '../access/index.ts';
import { adoptionKind, adoptProfile, deleteProfile, putProfileEntitlement } from './app-profiles.ts';
import { createDemoProfile, deleteDemoProfile } from './demo.ts';
import { getProfile, updateProfile } from './profile.ts';
import { createProfile, listProfiles, listWorkspaceProfiles } from './profiles.ts';
import { getProfileReadiness, profileSteps } from './readiness.ts';

export { addProfile } from './profiles.ts';
export { checkedDomain, checkedDomains, profileSettings } from './settings.ts';

export const slice: Slice = {
  name: 'account/profiles',
  handlers: {
    adoptProfile,
    createDemoProfile,
    createProfile,
    deleteDemoProfile,
    deleteProfile,
    putProfileEntitlement,
    getProfile,
    getProfileReadiness,
    listProfiles,
    listWorkspaceProfiles,
    updateProfile,
  },
  hooks: {
    handoffs: { adopt_profile: adoptionKind },
    readiness: profileSteps,
    purge: async (base, profileId) => {
      await forgetEntitlements(base, profileId);
    },
  },
};
