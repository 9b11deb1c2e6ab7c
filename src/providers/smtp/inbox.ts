// Reading the inbox, or a chosen folder, from a place on. The place is the last UID under one UIDVALIDITY; under another one the mails of the time since the last reading come
// again, and the store recognises the mails that it has.
import { z } from 'zod';
import { folderGone, MailboxFailure, type MailTaker, type ReadPortion } from '../mailbox/mailbox.ts';
import type { MailAccount } from './account.ts';
import { withImap } from './imap.ts';
import type { DialledServer } from './server-address.ts';

/** In one session. */
const AT_ONCE = 50;
const MAX_BYTES = 30 * 1024 * 1024;
/** Of a search by the server's day. */
const DAY_MS = 86_400_000;
/** Of the server's times. */
const SECOND_MS = 1_000;
const INBOX = 'INBOX';

const place = z.object({
  validity: z.string(),
  uid: z.number(),
  /** When the latest mail up to here came in, by the server. */
  at: z.number(),
  /** When the reading began: what came in before is never read. */
  begun: z.number().optional(),
  /** The last UID of a mail that the folder had when it got another UIDVALIDITY: up to here UIDs do not say what is new. */
  renewedTo: z.number().optional(),
});
type Place = z.infer<typeof place>;

const timeOf = (date: Date | string | undefined): number => {
  const at = date === undefined ? Number.NaN : new Date(date).getTime();
  return Number.isFinite(at) ? at : 0;
};

/** @throws MailboxFailure */
export const readInbox = (
  account: MailAccount,
  server: DialledServer,
  { cursor, taker, now, folder }: { cursor: string | null; taker: MailTaker; now: () => number; folder?: string | undefined },
): Promise<ReadPortion> =>
  withImap(account, server, async (client) => {
    const box = await client.mailboxOpen(folder ?? INBOX, { readOnly: true }).catch((error: unknown) => {
      throw folder !== undefined && isMissing(error) ? folderGone('smtp') : error;
    });
    const validity = String(box.uidValidity);
    const before = cursor === null ? undefined : place.parse(JSON.parse(cursor));
    // What arrived before the mailbox was connected is left alone.
    if (!before) return endAt({ validity, uid: box.uidNext - 1, at: now(), begun: now() });
    const isSame = before.validity === validity;
    const renewedTo = isSame ? (before.renewedTo ?? 0) : box.uidNext - 1;
    const query = isSame ? { uid: `${before.uid + 1}:*` } : { since: new Date(before.at - DAY_MS) };
    const found = await client.search(query, { uid: true });
    if (!Array.isArray(found)) throw new MailboxFailure('unavailable', 'imap: the search was refused');
    // A range without a mail in it names the last one.
    const uids = found.filter((uid) => !isSame || uid > before.uid).sort((a, b) => a - b);
    const portion = uids.slice(0, AT_ONCE);
    const last = portion.at(-1);
    if (last === undefined) return endAt({ ...before, validity, uid: isSame ? before.uid : box.uidNext - 1, renewedTo });
    const heads = await client.fetchAll(portion, { uid: true, internalDate: true, size: true, headers: true }, { uid: true });
    const begun = Math.floor((before.begun ?? 0) / SECOND_MS) * SECOND_MS;
    const hosts = account.imap === null ? [] : [account.imap.host];
    let at = before.at;
    for (const { uid, internalDate, size, headers } of heads.sort((a, b) => a.uid - b.uid)) {
      const receivedAt = timeOf(internalDate);
      at = Math.max(at, receivedAt);
      if (!headers || (uid <= renewedTo && receivedAt < begun) || !taker.isWanted(headers.toString('latin1'))) continue;
      const isLarge = (size ?? 0) > MAX_BYTES;
      const whole = isLarge ? false : await client.fetchOne(String(uid), { uid: true, source: true }, { uid: true });
      await taker.take({ raw: whole === false ? headers : (whole.source ?? headers), receivedAt, hosts });
    }
    const reached: Place = { ...before, validity, uid: last, at, renewedTo };
    return { cursor: JSON.stringify(reached), hasMore: uids.length > portion.length };
  });

/** The sign-in was accepted, and the server refuses the folder itself. */
const isMissing = (error: unknown): boolean => error instanceof Error && Reflect.get(error, 'responseStatus') === 'NO';

const endAt = (reached: Place): ReadPortion => ({ cursor: JSON.stringify(reached), hasMore: false });
