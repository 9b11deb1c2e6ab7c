// What the page says of a message's state, and of the time in which WhatsApp takes free text.
import type { Schemas } from '../../api/client.ts';
import { moment } from '../../words/format.ts';

export type Message = Schemas['Message'];
export type Thread = Schemas['MessageThread'];

const STATES: Readonly<Record<Message['status'], string>> = {
  sending: 'Being sent',
  accepted: 'Accepted, not yet sent on',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  unknown: 'It is not known whether this was sent. It is not sent again automatically.',
  failed: 'Not sent',
  received: 'Received',
};

export const stateOf = ({ status, error }: Pick<Message, 'status' | 'error'>): string =>
  error !== null && error.message !== '' ? `${STATES[status]}: ${error.message}` : STATES[status];

export const isTroubled = ({ status }: Pick<Message, 'status'>): boolean => status === 'failed' || status === 'unknown';

const ACTIONS: Readonly<Record<string, string>> = {
  failed: 'could not be delivered',
  delayed: 'is delayed',
  delivered: 'was delivered',
  relayed: 'was passed on',
  expanded: 'was passed on to several addresses',
};

export function reportOf({ failed_recipient, action, status }: NonNullable<Message['delivery_failure']>): string {
  const code = status === null ? '' : ` (${status})`;
  return `A mail to ${failed_recipient} ${ACTIONS[action ?? 'failed']}${code}.`;
}

/** Undefined for mails, which may be answered at any time. */
export function windowOf({ channel, window_ends_at }: Thread, timezone: string): string | undefined {
  if (channel !== 'whatsapp') return undefined;
  return window_ends_at === null ? 'Only a template can be sent' : `Open until ${moment(window_ends_at, timezone)}`;
}

const BLOCKED: Readonly<Record<NonNullable<Thread['blocked']>, string>> = {
  opt_out: 'This person wants no messages.',
  bounce: 'No mail reaches this address.',
  manual: 'Somebody of the profile has blocked this address.',
};

/** Undefined for an address that gets messages. */
export const blockedWords = ({ blocked }: Thread): string | undefined => (blocked === null ? undefined : BLOCKED[blocked]);

export const channelName = (channel: Thread['channel']): string => (channel === 'email' ? 'Mail' : 'WhatsApp');
