// Webhooks of the WhatsApp Cloud API: the signature of the app over the bytes as they came, and what they say, message by message. One webhook may be of
// several accounts and numbers, comes again until it is answered, and in any order.
import type { z } from 'zod';
import { parseJson } from '../http/json.ts';
import type { Secret } from '../secret.ts';
import { hmacOf, isSameText } from '../signatures.ts';
import { hookBody, hookContact, hookEcho, type hookError, hookMessage, hookPreference, hookStatus } from './hook-shapes.ts';

/** Whose a message is. Since usernames there are people without a phone number, and others without the id. */
export interface WhatsAppPerson {
  /** The id that the business knows the person by. */
  userId: string | null;
  /** Digits of the phone number, with its country code. */
  phone: string | null;
  name: string | null;
}

export interface WhatsAppMedia {
  id: string;
  type: 'image' | 'video' | 'audio' | 'document' | 'sticker';
  mimeType: string | null;
  sha256: string | null;
  filename: string | null;
}

export interface AdReferral {
  /** The id of the ad. */
  sourceId: string | null;
  sourceType: string | null;
  /** Absent for ads in WhatsApp Status. */
  clickId: string | null;
}

interface Place {
  /** The WhatsApp Business account, and its number. */
  accountId: string;
  numberId: string;
}

export interface InboundWhatsApp extends Place {
  kind: 'message';
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  person: WhatsAppPerson;
  type: string;
  text: string | null;
  media: WhatsAppMedia | null;
  replyTo: string | null;
  referral: AdReferral | null;
}

/** A message from the phone that shares the number: nobody sent it from here. */
export interface EchoOfPhone extends Place {
  kind: 'echo';
  id: string;
  at: number;
  person: WhatsAppPerson;
  text: string | null;
  media: WhatsAppMedia | null;
}

export type WhatsAppStatus = 'sent' | 'delivered' | 'read' | 'failed';

export interface StatusOfWhatsApp extends Place {
  kind: 'status';
  /** WhatsApp's id of the message. */
  id: string;
  at: number;
  status: WhatsAppStatus;
  /** What was sent with the message for this purpose. */
  callbackData: string | null;
  error: { code: string; message: string } | null;
}

export interface PreferenceOfPerson extends Place {
  kind: 'preference';
  at: number;
  person: WhatsAppPerson;
  /** Of marketing messages. */
  value: 'stop' | 'resume';
}

export interface ChangedNumber extends Place {
  kind: 'number_changed';
  from: string;
  to: WhatsAppPerson;
}

export interface AccountNotice {
  kind: 'account';
  accountId: string;
  /** What it means for everybody who has connected the account; null for news that change nothing. */
  means: 'grant_ended' | 'suspended' | 'restored' | null;
  /** WhatsApp's own word. */
  event: string;
}

export type WhatsAppEvent = InboundWhatsApp | EchoOfPhone | StatusOfWhatsApp | PreferenceOfPerson | ChangedNumber | AccountNotice;

export const isSignedByWhatsApp = (header: string | undefined, body: Buffer, secret: Secret): boolean =>
  header !== undefined && isSameText(header, `sha256=${hmacOf(secret, body, 'hex')}`);

/** The challenge to answer a subscription with; undefined for one that has not the token. */
export function challengeOf(query: URLSearchParams, verifyToken: Secret): string | undefined {
  const isOurs = query.get('hub.mode') === 'subscribe' && isSameText(query.get('hub.verify_token') ?? '', verifyToken.reveal());
  return isOurs ? (query.get('hub.challenge') ?? undefined) : undefined;
}

/** Parts of another form than documented are left out, and hide no other. */
export function readWhatsAppHook(body: Buffer): WhatsAppEvent[] {
  const read = hookBody.safeParse(parseJson(body.toString('utf8'))).data;
  return (read?.entry ?? []).flatMap(({ id: accountId, changes }) =>
    changes.flatMap(({ field, value }) => {
      if (field === 'account_update') return noticeOf(accountId, value);
      const numberId = value.metadata?.phone_number_id;
      if (numberId === undefined) return [];
      const place = { accountId, numberId };
      const contacts = value.contacts.flatMap((each) => hookContact.safeParse(each).data ?? []);
      return [
        ...value.messages.flatMap((each) => messageOf(place, hookMessage.safeParse(each).data, contacts)),
        ...value.message_echoes.flatMap((each) => echoOf(place, hookEcho.safeParse(each).data)),
        ...value.statuses.flatMap((each) => statusOf(place, hookStatus.safeParse(each).data)),
        ...value.user_preferences.flatMap((each) => preferenceOf(place, hookPreference.safeParse(each).data)),
      ];
    }),
  );
}

const GRANT_ENDS: readonly string[] = ['PARTNER_REMOVED', 'PARTNER_APP_UNINSTALLED', 'ACCOUNT_DELETED'];

type HookValue = z.infer<typeof hookBody>['entry'][number]['changes'][number]['value'];

function noticeOf(accountId: string, { event, ban_info: ban }: HookValue): AccountNotice[] {
  if (event === undefined) return [];
  const state = event === 'DISABLED_UPDATE' ? ban?.waba_ban_state : undefined;
  const banned = state === 'DISABLE' || event === 'ACCOUNT_RESTRICTION' ? ('suspended' as const) : null;
  const means = GRANT_ENDS.includes(event) ? ('grant_ended' as const) : state === 'REINSTATE' ? ('restored' as const) : banned;
  return [{ kind: 'account', accountId, means, event }];
}

type Contact = z.infer<typeof hookContact>;

/** By id, not by place in the list: the lists may be of unequal length. */
function personOf(
  { from, from_user_id: userId }: z.infer<typeof hookMessage>,
  contacts: readonly Contact[],
): WhatsAppPerson | undefined {
  const named = contacts.find(
    (each) => (from !== undefined && each.wa_id === from) || (userId !== undefined && each.user_id === userId),
  );
  const isAnonymous = from === undefined && userId === undefined;
  const contact = named ?? (isAnonymous && contacts.length === 1 ? contacts[0] : undefined);
  const person = {
    userId: userId ?? contact?.user_id ?? null,
    phone: from ?? contact?.wa_id ?? null,
    name: contact?.profile?.name ?? contact?.profile?.username ?? null,
  };
  return person.userId === null && person.phone === null ? undefined : person;
}

const MEDIA = ['image', 'video', 'audio', 'document', 'sticker'] as const;

function messageOf(
  place: Place,
  message: z.infer<typeof hookMessage> | undefined,
  contacts: readonly Contact[],
): WhatsAppEvent[] {
  if (!message) return [];
  const { id, timestamp, type, context, referral } = message;
  if (type === 'system') return numberChangeOf(place, message);
  const person = personOf(message, contacts);
  if (!person) return [];
  return [
    {
      kind: 'message',
      ...place,
      id,
      at: timestamp * 1000,
      person,
      type,
      text: textOf(message),
      media: mediaOf(message),
      replyTo: context?.id ?? message.reaction?.message_id ?? null,
      referral: referral
        ? { sourceId: referral.source_id ?? null, sourceType: referral.source_type ?? null, clickId: referral.ctwa_clid ?? null }
        : null,
    },
  ];
}

function mediaOf(message: z.infer<typeof hookMessage>): WhatsAppMedia | null {
  const type = MEDIA.find((each) => message[each] !== undefined);
  const media = type && message[type];
  if (!type || !media) return null;
  const { id, mime_type: mimeType = null, sha256 = null, filename = null } = media;
  return { id, type, mimeType, sha256, filename };
}

function echoOf(place: Place, echo: z.infer<typeof hookEcho> | undefined): EchoOfPhone[] {
  if (!echo || (echo.to === undefined && echo.to_user_id === undefined)) return [];
  const { id, timestamp, to: phone = null, to_user_id: userId = null } = echo;
  const person = { userId, phone, name: null };
  return [{ kind: 'echo', ...place, id, at: timestamp * 1000, person, text: textOf(echo), media: mediaOf(echo) }];
}

function textOf(message: z.infer<typeof hookMessage>): string | null {
  const { text, interactive, button, reaction } = message;
  const caption = MEDIA.map((each) => message[each]?.caption).find((each) => each !== undefined);
  const reply = interactive?.button_reply?.title ?? interactive?.list_reply?.title ?? button?.text;
  return text?.body ?? caption ?? reply ?? (reaction && reaction.emoji !== '' ? reaction.emoji : null);
}

function numberChangeOf(place: Place, { from, system }: z.infer<typeof hookMessage>): ChangedNumber[] {
  if (system?.type !== 'user_changed_number' || from === undefined || system.wa_id === undefined) return [];
  return [{ kind: 'number_changed', ...place, from, to: { userId: system.user_id ?? null, phone: system.wa_id, name: null } }];
}

/** `played` of a voice message is more than `read`. */
const STATUSES: Readonly<Record<string, WhatsAppStatus>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
};

function statusOf(place: Place, read: z.infer<typeof hookStatus> | undefined): StatusOfWhatsApp[] {
  const status = STATUSES[read?.status ?? ''];
  if (!read || !status) return [];
  const [error] = read.errors;
  return [
    {
      kind: 'status',
      ...place,
      id: read.id,
      at: read.timestamp * 1000,
      status,
      callbackData: read.biz_opaque_callback_data ?? null,
      error: error ? { code: error.code, message: wordsOf(error) } : null,
    },
  ];
}

function wordsOf({ title, message, error_data: data }: z.infer<typeof hookError>): string {
  const details = typeof data === 'string' ? data : data?.details;
  return details ?? message ?? title ?? '';
}

function preferenceOf(place: Place, read: z.infer<typeof hookPreference> | undefined): PreferenceOfPerson[] {
  const isMarketing = read?.category === undefined || read.category === 'marketing_messages';
  if (!read || !isMarketing || (read.value !== 'stop' && read.value !== 'resume')) return [];
  const person = { userId: read.user_id ?? null, phone: read.wa_id ?? null, name: null };
  return [{ kind: 'preference', ...place, at: read.timestamp * 1000, person, value: read.value }];
}
