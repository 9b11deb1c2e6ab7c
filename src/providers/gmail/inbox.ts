// Reading a mailbox at Gmail, or one of its labels, by its history. The place is a number of the history; one that Gmail does not have any more is replaced by what came since the
// last reading, and the store recognises the mails that it has.
import { z } from 'zod';
import type { Grant } from '../ad-platform.ts';
import { folderGone, type MailTaker, type ReadPortion } from '../mailbox/mailbox.ts';
import { type GmailApi, history, labels, listed, type Metadata, metadata, profile, rawMail } from './api.ts';

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
  /** When the first reading began: a search by time does not reach further back. */
  begun: z.number().optional(),
});
type Place = z.infer<typeof place>;

export interface Reading {
  cursor: string | null;
  taker: MailTaker;
  now: number;
  /** The label that mails have to have. */
  label?: string | undefined;
}

export async function readGmail(api: GmailApi, grant: Grant, reading: Reading): Promise<ReadPortion> {
  const { cursor, now, label } = reading;
  // Gmail answers a label that is gone as one without mails.
  if (label !== undefined && !(await labelsOf(api, grant)).some(({ id }) => id === label)) throw folderGone('gmail');
  if (cursor === null) {
    const { historyId } = await api.get(grant, 'profile', {}, profile);
    return { cursor: JSON.stringify({ historyId, at: now, since: now, begun: now }), hasMore: false };
  }
  const before = place.parse(JSON.parse(cursor));
  const { ids, next } = before.isSearch ? await searched(api, grant, before, reading) : await added(api, grant, before, reading);
  const heads: Head[] = [];
  for (const id of ids) heads.push(...(await headOf(api, grant, id, reading)));
  heads.sort((one, other) => one.receivedAt - other.receivedAt);
  for (const head of heads) {
    const raw = head.isLarge ? head.header : await wholeOf(api, grant, head.id);
    if (raw) await reading.taker.take({ raw, receivedAt: head.receivedAt, hosts: HOSTS });
  }
  return { cursor: JSON.stringify(next), hasMore: next.page !== undefined };
}

/** Labels that people have made. */
export const labelsOf = async (api: GmailApi, grant: Grant): Promise<{ id: string; name: string }[]> =>
  (await api.get(grant, 'labels', {}, labels)).labels.filter(({ type }) => type === 'user').map(({ id, name }) => ({ id, name }));

const begunOf = ({ begun }: Place): Pick<Place, 'begun'> => (begun === undefined ? {} : { begun });

interface Portion {
  ids: string[];
  next: Place;
}

async function added(api: GmailApi, grant: Grant, before: Place, reading: Reading): Promise<Portion> {
  const page = before.page === undefined ? {} : { pageToken: before.page };
  const { now, label } = reading;
  // Mails get a label when they arrive, or later.
  const ofWhat = label === undefined ? { historyTypes: 'messageAdded' } : { labelId: label };
  const query = { startHistoryId: before.historyId, ...ofWhat, maxResults: AT_ONCE, ...page };
  const found = await api.find(grant, 'history', query, history);
  if (!found) {
    const { historyId } = await api.get(grant, 'profile', {}, profile);
    return searched(api, grant, { ...begunOf(before), historyId, isSearch: true, at: now, since: before.at }, reading);
  }
  // A mail that has the label for long and is starred, or marked as unread, gets a label, too: another one.
  const messages = found.history.flatMap(({ messagesAdded, labelsAdded }) =>
    [...messagesAdded, ...labelsAdded.filter(({ labelIds }) => label !== undefined && labelIds.includes(label))].map(
      ({ message }) => message,
    ),
  );
  const ids = messages.filter(({ labelIds }) => !labelIds.some((label) => LEFT_OUT.has(label))).map(({ id }) => id);
  const next: Place = found.nextPageToken
    ? { ...before, page: found.nextPageToken }
    : { ...begunOf(before), historyId: found.historyId, at: now, since: now };
  return { ids: [...new Set(ids)], next };
}

async function searched(api: GmailApi, grant: Grant, before: Place, { now, label }: Reading): Promise<Portion> {
  const page = before.page === undefined ? {} : { pageToken: before.page };
  const after = `after:${Math.floor(Math.max(before.since - DAY_MS, before.begun ?? 0) / 1000)}`;
  const what = label === undefined ? { q: `in:inbox ${after}` } : { q: after, labelIds: label };
  const found = await api.get(grant, 'messages', { ...what, maxResults: AT_ONCE, ...page }, listed);
  const { historyId } = before;
  const next: Place = found.nextPageToken
    ? { ...before, page: found.nextPageToken }
    : { ...begunOf(before), historyId, at: now, since: now };
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

/** None of a mail that is not wanted, has not the label, or was deleted meanwhile. */
async function headOf(api: GmailApi, grant: Grant, id: string, { taker: { isWanted }, label: wanted }: Reading): Promise<Head[]> {
  const head = await api.find(grant, pathOf(id), { format: 'metadata' }, metadata);
  if (!head || (wanted !== undefined && !head.labelIds.includes(wanted))) return [];
  if (head.labelIds.some((label) => LEFT_OUT.has(label)) || !isWanted(headersOf(head))) return [];
  const header = Buffer.from(`${headersOf(head)}\r\n\r\n`);
  return [{ id, header, receivedAt: head.internalDate, isLarge: head.sizeEstimate > MAX_BYTES }];
}

async function wholeOf(api: GmailApi, grant: Grant, id: string): Promise<Buffer | undefined> {
  const whole = await api.find(grant, pathOf(id), { format: 'raw' }, rawMail);
  return whole && Buffer.from(whole.raw, 'base64url');
}
