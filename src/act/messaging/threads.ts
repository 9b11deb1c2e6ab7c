// The conversations of the inbox, the latest first, with the beginning of their latest message.
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Answer, reading, stateChange } from '../../base/contract/operation.ts';
import { blockedReason } from './blocked.ts';
import { customerOf, templateOf, tokenOf } from './messages.ts';
import { contentOf } from './store.ts';
import type { MessageContent } from './stored.ts';
import { findThread, type ThreadRow } from './thread-rows.ts';
import { WINDOW_MS, windowEnd } from './whatsapp/threads.ts';

type Shown = Answer<'listMessageThreads'>['data'][number];

const MAX_SNIPPET = 160;
/** A window that ends within this time is closing. */
const CLOSING_MS = 4 * 3_600_000;
const instant = (at: number): string => new Date(at).toISOString();

function snippetOf(content: MessageContent | undefined): string | null {
  const template = templateOf(content);
  const whole = template ? `Template ${template.name}` : (content?.text ?? '');
  const text = whole
    .slice(0, 20 * MAX_SNIPPET)
    .replace(/\s+/g, ' ')
    .trim();
  return text === '' ? null : text.slice(0, MAX_SNIPPET);
}

function shownThread(base: ReadBase, row: ThreadRow): Shown {
  const { profile_id, thread_id, message_channel } = row;
  const last = base.state.statement('act/messaging/thread_last').get({ profile_id, thread_id });
  const content = last && contentOf(base, { ...last, profile_id });
  const address = content && (last.direction === 'inbound' ? content.from : content.to[0]);
  const ends = message_channel === 'whatsapp' ? windowEnd(base, profile_id, thread_id) : null;
  return {
    thread_id,
    channel: message_channel,
    connection_id: row.connection_id,
    address: address ?? null,
    customer_profile_id: content ? customerOf(base, { ...last, profile_id }, content) : null,
    subject: content?.subject ?? null,
    snippet: snippetOf(content),
    direction: last?.direction ?? 'inbound',
    status: last?.status ?? 'received',
    unread: row.unread,
    is_waiting: row.is_waiting === 1,
    last_at: instant(row.last_at),
    window_ends_at: ends === null ? null : instant(ends),
    is_done: row.is_done === 1,
    blocked: (address && blockedReason(base, profile_id, message_channel, address)) || null,
  };
}

const cursorOf = ({ last_at, thread_id }: ThreadRow): string =>
  Buffer.from(JSON.stringify([last_at, thread_id])).toString('base64url');

function placeOf(cursor: string | undefined): { before_at: number; before_id: string } {
  if (cursor === undefined) return { before_at: Number.MAX_SAFE_INTEGER, before_id: '' };
  const found = /^\[(\d{1,15}),"([\w-]{1,200})"\]$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (!found) throw new ApiError('invalid_parameter', 'cursor: is not one that this list gave.');
  return { before_at: Number(found[1]), before_id: found[2] ?? '' };
}

interface Asked {
  profile_id: string;
  message_channel: ThreadRow['message_channel'] | null;
  before_at: number;
  before_id: string;
  limit: number;
}

type State = 'unread' | 'waiting' | 'closing' | 'done';

function rowsOf(base: ReadBase, asked: Asked, state: State | undefined, token: string | null): ThreadRow[] {
  if (state === 'closing') return closingRows(base, asked, token);
  if (token !== null)
    return base.state.statement('act/messaging/threads_of_address').all({ ...asked, address_token: token, state: state ?? null });
  if (state === 'unread') return base.state.statement('act/messaging/threads_unread').all(asked);
  if (state === 'waiting') return base.state.statement('act/messaging/threads_waiting').all(asked);
  if (state === 'done') return base.state.statement('act/messaging/threads_done').all(asked);
  const { message_channel, ...all } = asked;
  return message_channel === null
    ? base.state.statement('act/messaging/threads_list').all(all)
    : base.state.statement('act/messaging/threads_of_channel').all({ ...all, message_channel });
}

/** Mails have no window. */
function closingRows(base: ReadBase, { message_channel, ...asked }: Asked, token: string | null): ThreadRow[] {
  if (message_channel === 'email') return [];
  if (token !== null) throw new ApiError('invalid_parameter', 'address: is left out with state=closing.');
  const heardAfter = base.clock.now() - WINDOW_MS;
  const times = { heard_after: heardAfter, heard_before: heardAfter + CLOSING_MS };
  return base.state.statement('act/messaging/threads_closing').all({ ...asked, ...times });
}

export const listMessageThreads = reading('listMessageThreads', ({ profile, params }, base) => {
  const { profileId } = profile;
  const { limit } = params;
  const asked: Asked = {
    profile_id: profileId,
    message_channel: params.channel ?? null,
    limit: limit + 1,
    ...placeOf(params.cursor),
  };
  const rows = rowsOf(base, asked, params.state, tokenOf(base, profileId, params.address));
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    data: page.map((row) => shownThread(base, row)),
    meta: { profile_id: profileId },
    pagination: { has_next: last !== undefined, cursor: last ? cursorOf(last) : null },
  };
});

function threadOf(base: ReadBase, profileId: string, threadId: string): ThreadRow {
  const row = findThread(base, profileId, threadId);
  if (!row) throw new ApiError('not_found', 'There is no such conversation.');
  return row;
}

export const getMessageThread = reading('getMessageThread', ({ profile, params }, base) => ({
  data: shownThread(base, threadOf(base, profile.profileId, params.id)),
  meta: { profile_id: profile.profileId },
}));

/** For everyone in the profile: a mailbox is shared, and so is what was read in it. */
export const putMessageThreadRead = stateChange('putMessageThreadRead', ({ profile, params, body }, tx) => {
  const { profileId } = profile;
  const row = threadOf(tx, profileId, params.id);
  const unread = body.is_read ? 0 : Math.max(1, row.unread);
  tx.state.statement('act/messaging/thread_mark').run({ thread_id: row.thread_id, profile_id: profileId, unread });
  return { data: shownThread(tx, { ...row, unread }), meta: { profile_id: profileId } };
});

/** Until the other side writes again. */
export const putMessageThreadDone = stateChange('putMessageThreadDone', ({ profile, params, body }, tx) => {
  const { profileId } = profile;
  const { thread_id } = threadOf(tx, profileId, params.id);
  const given = { thread_id, profile_id: profileId, is_done: body.is_done ? 1 : 0 };
  tx.state.statement('act/messaging/thread_finish').run(given);
  return { data: shownThread(tx, threadOf(tx, profileId, thread_id)), meta: { profile_id: profileId } };
});
