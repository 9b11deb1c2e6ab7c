// What app.ts composes of account/access: its operations, jobs and hooks. Nobody else imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { listApiKeys, mintApiKey, revokeApiKey, rotateApiKey } from './api-key-calls.ts';
import { listConnectedApps, revokeConnectedApp } from './connected-apps.ts';
import { acceptDpa, listOAuthApps, withdrawDpa } from './dpa.ts';
import { forgetProfile } from './forget.ts';
import { eraseFromKeptAnswers } from './idempotency.ts';
import { mailJob } from './mails.ts';
import { deleteMySession, getMe, listMySessions, updateMe, updatePassword } from './me.ts';
import { getPiiAccessLog } from './pii-reads.ts';
import { purgeJobs } from './purge.ts';
import { getApiUsage } from './usage.ts';

export const slice: Slice = {
  name: 'account/access',
  handlers: {
    acceptDpa,
    withdrawDpa,
    deleteMySession,
    getApiUsage,
    getMe,
    getPiiAccessLog,
    listApiKeys,
    listConnectedApps,
    listMySessions,
    listOAuthApps,
    mintApiKey,
    revokeApiKey,
    revokeConnectedApp,
    rotateApiKey,
    updateMe,
    updatePassword,
  },
  jobs: [mailJob, ...purgeJobs],
  hooks: {
    purge: forgetProfile,
    erasure: { person: (base, _profileId, { words }) => eraseFromKeptAnswers(base, words) },
  },
};
