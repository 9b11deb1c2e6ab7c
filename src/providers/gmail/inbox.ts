// Reading a mailbox at Gmail by its history. The place is a number of the history; one that Gmail does not have any more is replaced by what came since the
// last reading, and the store recognises the mails that it has.
import { z } from 'zod';
import type { Grant } from '../ad-platform.ts';
import type { MailTaker, ReadPortion } from '../mailbox/mailbox.ts';
import { type GmailApi, history, listed, type Metadata, metadata, profile, rawMail } from './api.ts';

const HOSTS = ['google.com'];
const AT_ONCE = '50';
const MAX_BYTES = 30 * 1024 * 1024;
/** Of a search by Gmail's day. */
const DAY_MS = 86_400_000;
/** What is not received, or is nobody's to read. */
const LEFT_OUT: ReadonlySet<string> = new Set(['SENT', 'DRAFT', 'SPAM', 'TRASH', 'CHAT']);

const place = z.object({
  historyId: z.string(),
  /** Within a list that has more. */
  page: z.string().optional(),
  /** The list is of mails by time, as the history was gone. */
  isSearch: z.boolean().optional(),
  /** When the last complete reading began. */
  at: z.number(),
  since: z.number(),
});
type Place = z.infer<typeof place>;

export interface Reading {
  cursor: string | null;
  taker: MailTaker;
  now: number;
}

export async function readGmail(api: GmailApi, grant: Grant, { cursor, taker, now }: Reading): Promise<ReadPortion> {
  if (cursor === null) {
    const { historyId } = await api.get(grant, 'profile', {}, profile);
    return { cursor: JSON.stringify({ historyId, at: now, since: now }), hasMore: false };
  }
  const before = place.parse(JSON.parse(cursor));
  const { ids, next } = before.isSearch ? await searched(api, grant, before, now) : await added(api, grant, before, now);
  const heads: Head[] = [];
  for (const id of ids) heads.push(...(await headOf(api, grant, id, taker)));
  heads.sort((one, other) => one.receivedAt - other.receivedAt);
  for (const head of heads) {
    const raw = head.isLarge ? head.header : await wholeOf(api, grant, head.id);
    if (raw) await taker.take({ raw, receivedAt: head.receivedAt, hosts: HOSTS });
  }
  return { cursor: JSON.stringify(next), hasMore: next.page !== undefined };
}

interface Portion {
  ids: string[];
  next: Place;
}

async function added(api: GmailApi, grant: Grant, before: Place, now: number): Promise<Portion> {
  const page = before.page === undefined ? {} : { pageToken: before.page };
  const query = { startHistoryId: before.historyId, historyTypes: 'messageAdded', maxResults: AT_ONCE, ...page };
  const found = await api.find(grant, 'history', query, history);
  if (!found) {
    const { historyId } = await api.get(grant, 'profile', {}, profile);
    return searched(api, grant, { historyId, isSearch: true, at: now, since: before.at }, now);
  }
  const messages = found.history.flatMap(({ messagesAdded }) => messagesAdded.map(({ message }) => message));
  const ids = messages.filter(({ labelIds }) => !labelIds.some((label) => LEFT_OUT.has(label))).map(({ id }) => id);
  const next: Place = found.nextPageToken
    ? { ...before, page: found.nextPageToken }
    : { historyId: found.historyId, at: now, since: now };
  return { ids: [...new Set(ids)], next };
}

async function searched(api: GmailApi, grant: Grant, before: Place, now: number): Promise<Portion> {
  const page = before.page === undefined ? {} : { pageToken: before.page };
  const q = `in:inbox after:${Math.floor((before.since - DAY_MS) / 1000)}`;
  const found = await api.get(grant, 'messages', { q, maxResults: AT_ONCE, ...page }, listed);
  const { historyId } = before;
  const next: Place = found.nextPageToken ? { ...before, page: found.nextPageToken } : { historyId, at: now, since: now };
  return { ids: found.messages.map(({ id }) => id), next };
}

const headersOf = ({ payload }: Metadata): string => payload.headers.map(({ name, value }) => `${name}: ${value}`).join('\r\n');

interface Head {
  id: string;
  header: Buffer;
  receivedAt: number;
  isLarge: boolean;
}

const pathOf = (id: string): string => `messages/${encodeURIComponent(id)}`;

/** None of a mail that is not wanted, or was deleted meanwhile. */
async function headOf(api: GmailApi, grant: Grant, id: string, { isWanted }: MailTaker): Promise<Head[]> {
  const head = await api.find(grant, pathOf(id), { format: 'metadata' }, metadata);
  if (!head || head.labelIds.some((label) => LEFT_OUT.has(label)) || !isWanted(headersOf(head))) return [];
  const header = Buffer.from(`${headersOf(head)}\r\n\r\n`);
  return [{ id, header, receivedAt: head.internalDate, isLarge: head.sizeEstimate > MAX_BYTES }];
}

async function wholeOf(api: GmailApi, grant: Grant, id: string): Promise<Buffer | undefined> {
  const whole = await api.find(grant, pathOf(id), { format: 'raw' }, rawMail);
  return whole && Buffer.from(whole.raw, 'base64url');
}
