// The parts of act/messaging for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { createBlockedAddress, deleteBlockedAddress, listBlockedAddresses } from './blocked.ts';
import { receiveDue, receiveJob } from './email/inbound/receive.ts';
import { ageOutJob, eraseMessages } from './forget.ts';
import { getMessage, listMessages } from './messages.ts';
import { sendInteractive, sendMessage, sendTemplate } from './send-message.ts';
import { settleJob } from './settle.ts';
import { factJob } from './whatsapp/fact.ts';
import { registerNumber } from './whatsapp/register.ts';

export const slice: Slice = {
  name: 'act/messaging',
  handlers: {
    createBlockedAddress,
    deleteBlockedAddress,
    getMessage,
    listBlockedAddresses,
    listMessages,
    registerNumber,
    sendInteractive,
    sendMessage,
    sendTemplate,
  },
  jobs: [ageOutJob, factJob, receiveDue, receiveJob, settleJob],
  hooks: { erasure: { person: eraseMessages } },
};
