// Reading the inbox at Outlook, or a chosen folder, by its changes. The place is a token of Graph; where Graph does not have it any more, what arrived since the last reading comes
// again, and the store recognises the mails that it has.
import { z } from 'zod';
import type { Grant } from '../ad-platform.ts';
import { ProviderFailure } from '../http/failure.ts';
import { folderGone, type MailTaker, type ReadPortion } from '../mailbox/mailbox.ts';
import { arrivedMail, changes, type OutlookApi, storedFolder } from './api.ts';
import { folderPath } from './folders.ts';

const pathOf = (folder: string | undefined): string =>
  folder === undefined ? "me/mailFolders('inbox')/messages/delta" : `${folderPath(folder)}/messages/delta`;
const AT_ONCE = 50;
const PREFER = `IdType="ImmutableId", odata.maxpagesize=${AT_ONCE}`;
const FIELDS = 'id,from,receivedDateTime,isDraft,internetMessageHeaders';
const DAY_MS = 86_400_000;
/** By its results an Exchange server is known that gives no name of its own (RFC 8601 asks for one). */
const HOSTS = ['outlook.com'];

const place = z.object({
  /** Of the address of the next page, or of the next changes. */
  query: z.record(z.string(), z.string()),
  /** When the last complete reading began, and this one. */
  at: z.number(),
  since: z.number(),
  /** When the first reading began: a list by time does not reach further back. */
  begun: z.number().optional(),
});
type Place = z.infer<typeof place>;

export interface Reading {
  cursor: string | null;
  taker: MailTaker;
  now: number;
  folder?: string | undefined;
}

/** The first changes are those from a moment on: what arrived before the mailbox was connected is nobody's here. */
const beginAt = (moment: number): Record<string, string> => ({
  $select: 'id',
  $filter: `receivedDateTime ge ${new Date(moment).toISOString()}`,
});

export async function readOutlook(api: OutlookApi, grant: Grant, { cursor, taker, now, folder }: Reading): Promise<ReadPortion> {
  // Changes of a folder that is gone are as if their place was lost.
  if (folder !== undefined && !(await api.find(grant, folderPath(folder), { $select: 'id' }, storedFolder)))
    throw folderGone('outlook');
  const before = cursor === null ? { query: beginAt(now), at: now, since: now, begun: now } : place.parse(JSON.parse(cursor));
  const { ids, next, hasMore } = await changesAfter({ api, grant, path: pathOf(folder) }, before, now);
  const heads: Head[] = [];
  for (const id of ids) heads.push(...(await headOf(api, grant, id, taker)));
  heads.sort((one, other) => one.receivedAt - other.receivedAt);
  for (const { id, header, receivedAt } of heads) {
    const raw = await wholeOr(api.raw(grant, id), header);
    if (raw) await taker.take({ raw, receivedAt, hosts: HOSTS });
  }
  return { cursor: JSON.stringify(next), hasMore };
}

interface Portion {
  ids: string[];
  next: Place;
  hasMore: boolean;
}

interface Listed {
  api: OutlookApi;
  grant: Grant;
  path: string;
}

async function changesAfter(listed: Listed, before: Place, now: number): Promise<Portion> {
  const { begun } = before;
  const fromLast = beginAt(Math.max(before.at - DAY_MS, begun ?? 0));
  // Within a list that has more, the reading began with its first page. If its place is lost, the next reading begins again: not this one, without an end.
  const isWithin = before.query['$skiptoken'] !== undefined;
  const since = isWithin ? before.since : now;
  const page = (await changesOf(listed, before.query)) ?? (isWithin ? undefined : await changesOf(listed, fromLast));
  const link = page?.['@odata.nextLink'] ?? page?.['@odata.deltaLink'];
  const query = link === undefined ? undefined : tokensIn(link);
  if (!page || !query) return { ids: [], next: { query: fromLast, at: before.at, since: now, begun }, hasMore: false };
  const hasMore = page['@odata.nextLink'] !== undefined;
  const ids = page.value.filter((each) => each['@removed'] === undefined).map(({ id }) => id);
  return { ids: [...new Set(ids)], next: { query, at: hasMore ? before.at : since, since, begun }, hasMore };
}

/** The address is of the same list: only its query is used. */
function tokensIn(link: string): Record<string, string> | undefined {
  const query = Object.fromEntries(URL.parse(link)?.searchParams ?? []);
  return Object.keys(query).length === 0 ? undefined : query;
}

/** Undefined where the place is gone. */
const changesOf = ({ api, grant, path }: Listed, query: Record<string, string>) =>
  api.find(grant, path, query, changes, { prefer: PREFER });

interface Head {
  id: string;
  header: string;
  receivedAt: number;
}

/** None of a mail that is not wanted, or was deleted meanwhile. */
async function headOf(api: OutlookApi, grant: Grant, id: string, { isWanted }: MailTaker): Promise<Head[]> {
  const head = await api.find(grant, `me/messages/${encodeURIComponent(id)}`, { $select: FIELDS }, arrivedMail);
  if (!head || head.isDraft) return [];
  const { internetMessageHeaders: headers, from, receivedDateTime } = head;
  // Reports that Exchange makes itself have no headers here.
  const fields = headers.length > 0 ? headers : [{ name: 'From', value: from?.emailAddress?.address ?? '' }];
  const header = fields.map(({ name, value }) => `${name}: ${value}`).join('\r\n');
  if (!isWanted(header)) return [];
  return [{ id, header: `${header}\r\n\r\n`, receivedAt: Date.parse(receivedDateTime ?? '') || 0 }];
}

/** Of a mail that is too large its header alone. */
async function wholeOr(whole: Promise<Buffer | undefined>, header: string): Promise<Buffer | undefined> {
  try {
    return await whole;
  } catch (error) {
    if (error instanceof ProviderFailure && error.outcome === 'too_large') return Buffer.from(header);
    throw error;
  }
}
