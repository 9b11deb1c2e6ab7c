// The parts of account/access for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { listApiKeys, mintApiKey, revokeApiKey, rotateApiKey } from './api-key-calls.ts';
import { forgetProfile } from './forget.ts';
import { eraseFromKeptAnswers } from './idempotency.ts';
import { deleteMyOtherSessions, deleteMySession, getMe, listMySessions, updateMe, updatePassword } from './me.ts';
import { purgeJobs } from './purge.ts';
import { getApiUsage } from './usage.ts';

export const slice: Slice = {
  name: 'account/access',
  handlers: {
    deleteMyOtherSessions,
    deleteMySession,
    getApiUsage,
    getMe,
    listApiKeys,
    listMySessions,
    mintApiKey,
    revokeApiKey,
    rotateApiKey,
    updateMe,
    updatePassword,
  },
  jobs: purgeJobs,
  hooks: {
    purge: forgetProfile,
    erasure: { person: (base, _profileId, { words }) => eraseFromKeptAnswers(base, words) },
  },
};
