// Sends a message. It is stored before anything is sent, and marked before the provider may have it: after a crash one that was not handed over is sent, and
// one that was is asked for and never sent again by itself.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { type Answer, type EffectSteps, type Intended, outsideEffect } from '../../base/contract/operation.ts';
import type { OutgoingMessage, PlannedMessage, SendCall, SendEnd } from './channel.ts';
import { channelOf } from './channels.ts';
import { endMessage, type MessageEnd } from './end.ts';
import { addMessage, contentOf, findMessage, type MessageChannel, type MessageRow } from './store.ts';
import { planInteractive, planTemplate } from './whatsapp/kinds.ts';

const intentShape = z.object({ messageId: z.string(), profileId: z.string() });
type SendIntent = z.infer<typeof intentShape>;

type Sent = Answer<'sendMessage'>;

const rowOf = (base: ReadBase, { messageId, profileId }: SendIntent): MessageRow => {
  const row = findMessage(base, profileId, messageId);
  if (!row) throw new Error('a message that was planned is not there');
  return row;
};

/** Undefined for a message whose person was erased meanwhile, or that has ended. */
function outgoing(base: ReadBase, intent: SendIntent): OutgoingMessage | undefined {
  const row = rowOf(base, intent);
  const content = contentOf(base, row);
  return content && row.status === 'sending' ? { row, content } : undefined;
}

const ERASED_END: SendEnd = { status: 'unknown' };

async function apply({ intent }: Intended<SendIntent>, base: Base): Promise<SendEnd> {
  const message = outgoing(base, intent);
  if (!message) return ERASED_END;
  return channelOf(message.row.message_channel).send(base, message, () => {
    base.state.statement('act/messaging/message_hand_over').run({ message_id: intent.messageId, now: base.clock.now() });
  });
}

/** One that was not handed over did not leave; of another only the provider knows. */
async function verify({ intent }: Intended<SendIntent>, base: Base): Promise<{ applied: SendEnd } | 'not applied'> {
  const message = outgoing(base, intent);
  if (!message) return { applied: ERASED_END };
  if (message.row.handed_over_at === null) return 'not applied';
  return { applied: await channelOf(message.row.message_channel).verify(base, message) };
}

/** The end of an attempt, unless the other side has reported meanwhile how far the message has come: of a lost answer it knows more. */
function endAttempt(tx: Base, intent: SendIntent, end: MessageEnd): void {
  const row = rowOf(tx, intent);
  if (row.status === 'sending') endMessage(tx, row, end);
}

const answerOf = (
  { message_id, message_channel, status, thread_id, external_id, provider_message_id }: MessageRow,
  warnings: SendEnd['warnings'] = [],
): Sent => ({
  data: {
    message_id,
    channel: message_channel,
    status: sentStatus(status),
    thread_id,
    rfc822_message_id: message_channel === 'email' ? external_id : null,
    provider_message_id,
  },
  ...(warnings.length === 0 ? {} : { warnings }),
  outcome: status === 'unknown' ? ('accepted' as const) : ('created' as const),
});

const sentStatus = (status: MessageRow['status']): Sent['data']['status'] =>
  status === 'sending' || status === 'received' ? 'unknown' : status;

/** Stores what is planned; one plan of all operations that send. */
function planned(
  tx: Base,
  { principal, profile }: Pick<SendCall, 'principal' | 'profile'>,
  channel: MessageChannel,
  plan: (messageId: string) => PlannedMessage,
) {
  const { profileId } = profile;
  const messageId = randomUUID();
  const { connectionId, threadId, externalId, address, content } = plan(messageId);
  addMessage(tx, {
    messageId,
    profileId,
    connectionId,
    channel,
    threadId,
    externalId,
    address,
    content,
    direction: 'outbound',
    status: 'sending',
    providerMessageId: null,
    createdAt: tx.clock.now(),
  });
  const actor = actorOf(principal);
  const detail = { channel, connection_id: connectionId };
  writeAudit(tx, { actor, action: 'message.requested', ...profile, subject: messageId, detail });
  return { intent: { messageId, profileId }, shown: { channel, connection_id: connectionId, thread_id: threadId } };
}

const sending: Omit<EffectSteps<'sendMessage', SendIntent, SendEnd, undefined>, 'plan' | 'prepare'> = {
  apply,
  verify,
  finish: (tx, { intent, outcome }) => {
    endAttempt(tx, intent, outcome);
    return answerOf(rowOf(tx, intent), outcome.warnings);
  },
  repeated: (read, { data, ...rest }) => {
    const now = read.state.statement('act/messaging/message_of_send').get({ message_id: data.message_id });
    return now ? { ...rest, ...answerOf(now) } : { data, ...rest };
  },
  retriesRefused: true,
  refusesInFlight: true,
  failed: (tx, { intent, error }) => {
    const row = rowOf(tx, intent);
    // Of an end that nobody knows the message says so, too.
    const status = row.handed_over_at !== null && error.code === 'provider_error' && error.status === 502 ? 'unknown' : 'failed';
    endAttempt(tx, intent, { status, errorCode: error.code, failure: error.message });
  },
};

export const sendMessage = outsideEffect<'sendMessage', SendIntent, SendEnd, undefined>('sendMessage', {
  plan: (call, tx) => planned(tx, call, call.body.channel, (messageId) => channelOf(call.body.channel).plan(tx, call, messageId)),
  ...sending,
});

export const sendTemplate = outsideEffect<'sendTemplate', SendIntent, SendEnd, undefined>('sendTemplate', {
  plan: (call, tx) => planned(tx, call, 'whatsapp', () => planTemplate(tx, call)),
  ...sending,
});

export const sendInteractive = outsideEffect<'sendInteractive', SendIntent, SendEnd, undefined>('sendInteractive', {
  plan: (call, tx) => planned(tx, call, 'whatsapp', () => planInteractive(tx, call)),
  ...sending,
});
