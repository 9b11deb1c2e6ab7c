// Messages as callers read them, the latest first.
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Answer, type Call, reading } from '../../base/contract/operation.ts';
import { personId } from '../../base/kit/ids.ts';
import { customerByEmail, customerByPhone } from '../../collect/identity/index.ts';
import { mediaOfMessage } from './media/media.ts';
import { addressToken, contentOf, findMessage, type MessageRow } from './store.ts';
import type { MessageContent } from './stored.ts';

type Shown = Answer<'listMessages'>['data'][number];

const instant = (at: number): string => new Date(at).toISOString();

/** The customer on the other side, if it is one. */
export function customerOf(
  base: ReadBase,
  { profile_id, message_channel, direction }: Pick<MessageRow, 'profile_id' | 'message_channel' | 'direction'>,
  content: MessageContent,
): string | null {
  const address = direction === 'inbound' ? content.from : content.to[0];
  if (address === undefined) return null;
  const found =
    message_channel === 'email' ? customerByEmail(base, profile_id, address) : customerByPhone(base, profile_id, address);
  return found === undefined ? null : personId(profile_id, found);
}

function mediaOf(content: MessageContent | undefined): Shown['media'] {
  const media = content?.whatsapp?.media;
  return media ? { type: media.type, mime_type: media.mimeType, filename: media.filename } : null;
}

export function templateOf(content: MessageContent | undefined): Shown['template'] {
  const sent = content?.whatsapp?.content;
  if (sent?.type !== 'template') return null;
  const { name, language, header = [], body = [] } = sent.template;
  return { name, language, values: [...header, ...body].map(({ text }) => text) };
}

function attachmentsOf(
  base: ReadBase,
  { profile_id, message_id }: MessageRow,
  content: MessageContent | undefined,
): Shown['attachments'] {
  const listed = content?.attachments ?? [];
  if (listed.length === 0) return [];
  const rows = new Map(mediaOfMessage(base, profile_id, message_id).map((row) => [row.media_id, row]));
  return listed.flatMap(({ media_id, filename, content_id }) => {
    const row = rows.get(media_id);
    if (!row) return [];
    const { kind, mime_type, bytes } = row;
    return [{ media_id, kind, mime_type, filename, bytes, content_id, status: row.lost_at === null ? row.status : 'gone' }];
  });
}

function shownMessage(base: ReadBase, row: MessageRow): Shown {
  const content = contentOf(base, row);
  return {
    message_id: row.message_id,
    channel: row.message_channel,
    direction: row.direction,
    status: row.status,
    thread_id: row.thread_id,
    connection_id: row.connection_id,
    provider_message_id: row.provider_message_id,
    rfc822_message_id: row.message_channel === 'email' ? row.external_id : null,
    from: content?.from ?? null,
    to: content?.to ?? [],
    cc: content?.cc ?? [],
    subject: content?.subject ?? null,
    text: content?.text ?? null,
    html: content?.html ?? null,
    media: mediaOf(content),
    has_content: content !== undefined,
    template: templateOf(content),
    attachments: attachmentsOf(base, row, content),
    is_sender_verified: row.direction === 'inbound' && content ? (content.is_sender_verified ?? null) : null,
    delivery_failure: content?.delivery_failure ?? null,
    customer_profile_id: content ? customerOf(base, row, content) : null,
    error: row.error_code === null ? null : { code: row.error_code, message: content?.failure ?? '' },
    created_at: instant(row.created_at),
    updated_at: instant(row.updated_at),
  };
}

const cursorOf = (no: number): string => Buffer.from(String(no)).toString('base64url');

function numberOf(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  const no = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!/^\d{1,15}$/.test(no)) throw new ApiError('invalid_parameter', 'cursor: is not one that this list gave.');
  return Number(no);
}

/** Null finds all; an address that is none finds nothing. */
export function tokenOf(base: ReadBase, profileId: string, address: string | undefined): string | null {
  if (address === undefined) return null;
  return addressToken(base, profileId, address.includes('@') ? 'email' : 'whatsapp', address) ?? '';
}

/** Each by its own index: of many messages few are of one conversation or address. */
function rowsOf(base: ReadBase, profileId: string, params: Call<'listMessages'>['params']): MessageRow[] {
  const asked = {
    profile_id: profileId,
    message_channel: params.channel ?? null,
    direction: params.direction ?? null,
    status: params.status ?? null,
    limit: params.limit + 1,
    before: numberOf(params.cursor),
    since: params.since === undefined ? 0 : Date.parse(params.since),
  };
  const address_token = tokenOf(base, profileId, params.address);
  if (params.thread_id !== undefined)
    return base.state.statement('act/messaging/messages_of_thread').all({ ...asked, thread_id: params.thread_id, address_token });
  if (address_token !== null) return base.state.statement('act/messaging/messages_of_address').all({ ...asked, address_token });
  return base.state.statement('act/messaging/messages_list').all(asked);
}

export const listMessages = reading('listMessages', ({ profile, params }, base) => {
  const { profileId } = profile;
  const { limit } = params;
  const rows = rowsOf(base, profileId, params);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    data: page.map((row) => shownMessage(base, row)),
    meta: { profile_id: profileId },
    pagination: { has_next: last !== undefined, cursor: last ? cursorOf(last.message_no) : null },
  };
});

export const getMessage = reading('getMessage', ({ profile, params }, base) => {
  const row = findMessage(base, profile.profileId, params.id.toLowerCase());
  if (!row) throw new ApiError('not_found', 'No such message.');
  return { data: shownMessage(base, row), meta: { profile_id: profile.profileId } };
});
