// The parts of account/profiles for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { forgetEntitlements } from '../access/index.ts';
import { adoptionKind, adoptProfile, deleteProfile, putProfileEntitlement } from './app-profiles.ts';
import { recordAuditEvent } from './audit-events.ts';
import { createDemoProfile, deleteDemoProfile, demoJob, getDemoProfile } from './demo.ts';
import { getProfile, privacyGuard, updateProfile } from './profile.ts';
import { createProfile, listProfiles, listWorkspaceProfiles } from './profiles.ts';
import { getProfileReadiness, profileSteps } from './readiness.ts';
import { zoneUpkeep } from './settings.ts';

export const slice: Slice = {
  name: 'account/profiles',
  handlers: {
    adoptProfile,
    createDemoProfile,
    createProfile,
    deleteDemoProfile,
    deleteProfile,
    putProfileEntitlement,
    recordAuditEvent,
    getDemoProfile,
    getProfile,
    getProfileReadiness,
    listProfiles,
    listWorkspaceProfiles,
    updateProfile,
  },
  jobs: [demoJob, zoneUpkeep],
  hooks: {
    handoffs: { adopt_profile: adoptionKind },
    guards: { privacy_mode: privacyGuard },
    readiness: profileSteps,
    purge: async (base, profileId) => {
      await forgetEntitlements(base, profileId);
    },
  },
};
