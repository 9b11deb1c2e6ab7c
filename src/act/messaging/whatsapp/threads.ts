// Conversations in WhatsApp: one for each person and number of ours, whatever of the person a webhook or a caller names, and the 24 hours in which free
// text may be sent.
import { randomUUID } from 'node:crypto';
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { RowOf } from '../../../base/state/state.ts';
import { addressToken } from '../store.ts';

export type WhatsAppThread = RowOf<'act/messaging/whatsapp_thread_get'>;

export interface PersonNames {
  userId: string | null;
  /** Digits with the country code, without +. */
  phone: string | null;
}

export const WINDOW_MS = 24 * 3_600_000;

interface PersonTokens {
  user_token: string | null;
  phone_token: string | null;
}

const tokensOf = (base: ReadBase, profileId: string, { userId, phone }: PersonNames): PersonTokens => ({
  user_token: userId === null ? null : addressToken(base, profileId, 'whatsapp', userId),
  phone_token: phone === null ? null : addressToken(base, profileId, 'whatsapp', `+${phone}`),
});

/** By the id first, as a phone number may get another person. */
function findThread(
  base: ReadBase,
  place: { profile_id: string; number: string },
  tokens: PersonTokens,
): WhatsAppThread | undefined {
  const { user_token, phone_token } = tokens;
  const ofUser =
    user_token === null ? undefined : base.state.statement('act/messaging/thread_of_user').get({ ...place, user_token });
  if (ofUser || phone_token === null) return ofUser;
  const ofPhone = base.state.statement('act/messaging/thread_of_phone').get({ ...place, phone_token });
  // The number has a new person.
  return ofPhone && user_token !== null && ofPhone.user_token !== null ? undefined : ofPhone;
}

export const findWhatsAppThread = (base: ReadBase, profileId: string, threadId: string): WhatsAppThread | undefined =>
  base.state.statement('act/messaging/whatsapp_thread_get').get({ profile_id: profileId, thread_id: threadId });

/** The conversation with this person, a new one where there is none. Inside the caller's transaction. */
export function openThread(tx: Base, profileId: string, numberId: string, person: PersonNames): string {
  const place = { profile_id: profileId, number: numberId };
  const tokens = tokensOf(tx, profileId, person);
  const known = findThread(tx, place, tokens);
  if (known) {
    const isMore =
      (tokens.user_token ?? known.user_token) !== known.user_token ||
      (tokens.phone_token ?? known.phone_token) !== known.phone_token;
    if (isMore) tx.state.statement('act/messaging/whatsapp_thread_names').run({ thread_id: known.thread_id, ...tokens });
    return known.thread_id;
  }
  const threadId = `thr_${randomUUID().replaceAll('-', '')}`;
  const isTaken =
    tokens.phone_token !== null &&
    tx.state.statement('act/messaging/thread_of_phone').get({ ...place, phone_token: tokens.phone_token }) !== undefined;
  tx.state.statement('act/messaging/whatsapp_thread_add').run({
    thread_id: threadId,
    ...place,
    ...tokens,
    phone_token: isTaken ? null : tokens.phone_token,
  });
  return threadId;
}

export const noteHeard = (tx: Base, threadId: string, at: number): void =>
  void tx.state.statement('act/messaging/whatsapp_thread_heard').run({ thread_id: threadId, at });

/** Until when free text may be sent in a conversation; null where it may not be. */
export function windowEnd(base: ReadBase, profileId: string, threadId: string): number | null {
  const at = findWhatsAppThread(base, profileId, threadId)?.last_inbound_at ?? null;
  return at !== null && base.clock.now() - at <= WINDOW_MS ? at + WINDOW_MS : null;
}

/** Free text and interactive messages. Before any call, and again right before the message is handed over. @throws ApiError */
export function requireWindow(base: ReadBase, thread: WhatsAppThread | undefined): void {
  const at = thread?.last_inbound_at ?? null;
  if (at !== null && base.clock.now() - at <= WINDOW_MS) return;
  const since = at === null ? 'has not written to this number yet' : 'wrote more than 24 hours ago';
  throw new ApiError(
    'messaging_service_window_expired',
    `The person ${since}: only a template can be sent (POST /api/v1/messages/template).`,
  );
}
