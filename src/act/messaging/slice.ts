// The parts of act/messaging for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { createBlockedAddress, deleteBlockedAddress, listBlockedAddresses } from './blocked.ts';
import { plantConversations } from './demo/demo-inbox.ts';
import { receiveDue, receiveJob } from './email/inbound/receive.ts';
import { getMessageHtml } from './email/shown/message-html.ts';
import { factJob } from './fact.ts';
import { ageOutJob, eraseMessages, messagesBefore } from './forget.ts';
import { forgetConnection, forgetConnectionJob } from './forget-connection.ts';
import { getMessageHealth } from './health.ts';
import { getMessageMedia } from './media/download.ts';
import { fetchJob } from './media/fetch.ts';
import { forgetLostMedia, lookAtMedia, mediaProblems } from './media/file-losses.ts';
import { sweepMedia } from './media/files.ts';
import { uploadMessageMedia } from './media/upload.ts';
import { getMessage, listMessages } from './messages.ts';
import { sendInteractive, sendMessage, sendTemplate } from './send-message.ts';
import { settleJob } from './settle.ts';
import { unreadThreads } from './thread-rows.ts';
import { getMessageThread, listMessageThreads, putMessageThreadDone, putMessageThreadRead } from './threads.ts';
import { getNumberCode } from './whatsapp/code-relay.ts';
import { registerNumber } from './whatsapp/register.ts';
import { listMessageTemplates } from './whatsapp/templates.ts';

export const slice: Slice = {
  name: 'act/messaging',
  handlers: {
    createBlockedAddress,
    deleteBlockedAddress,
    getMessage,
    getMessageHealth,
    getMessageHtml,
    getMessageThread,
    getMessageMedia,
    getNumberCode,
    listBlockedAddresses,
    listMessages,
    listMessageTemplates,
    listMessageThreads,
    putMessageThreadDone,
    putMessageThreadRead,
    registerNumber,
    sendInteractive,
    sendMessage,
    sendTemplate,
    uploadMessageMedia,
  },
  jobs: [ageOutJob, factJob, fetchJob, forgetConnectionJob, receiveDue, receiveJob, settleJob],
  hooks: {
    erasure: { person: eraseMessages, facts: sweepMedia },
    files: { lookAt: lookAtMedia, problems: mediaProblems, acceptLosses: forgetLostMedia },
    newItems: { inbox: unreadThreads },
    messagesBefore,
    forgetMessages: forgetConnection,
    connectDemo: plantConversations,
  },
};
