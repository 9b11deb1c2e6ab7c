// The parts of act/messaging for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { createBlockedAddress, deleteBlockedAddress, listBlockedAddresses } from './blocked.ts';
import { ageOutJob, eraseMessages } from './forget.ts';
import { getMessage, listMessages } from './messages.ts';
import { sendMessage } from './send-message.ts';
import { settleJob } from './settle.ts';

export const slice: Slice = {
  name: 'act/messaging',
  handlers: { createBlockedAddress, deleteBlockedAddress, getMessage, listBlockedAddresses, listMessages, sendMessage },
  jobs: [ageOutJob, settleJob],
  hooks: { erasure: { person: eraseMessages } },
};
