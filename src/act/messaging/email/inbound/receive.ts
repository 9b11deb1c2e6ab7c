// Reads mailboxes: the place up to which a portion goes is stored after its mails, so that an interrupted reading continues before what is missing.
import { z } from 'zod';
import type { Base } from '../../../../base/base.ts';
import { defineJob } from '../../../../base/work/job.ts';
import { addJob } from '../../../../base/work/runner.ts';
import { defineSchedule } from '../../../../base/work/schedule.ts';
import { ProviderFailure } from '../../../../providers/http/failure.ts';
import { type ArrivedMail, MailboxFailure, type MailTaker } from '../../../../providers/mailbox/mailbox.ts';
import {
  allMailConnections,
  type ChosenFolder,
  noteMailRefusal,
  type OpenMailbox,
  openMailbox,
} from '../../../connections/index.ts';
import { keepMailFiles } from '../../media/keep-mail-files.ts';
import { readMails } from './mail-thread.ts';
import { takeMail } from './take.ts';
import { type Chosen, isChosen, isOwn, isWanted, type Place } from './wanted.ts';

const payload = z.object({ connection_id: z.string() });
type Payload = z.infer<typeof payload>;

const MAX_ERROR = 200;

export const receiveJob = defineJob<Payload>({
  kind: 'receive_mail',
  payload,
  concurrencyKey: ({ payload: { connection_id } }) => `receive_mail ${connection_id}`,
  concurrency: 2,
  leaseSeconds: 300,
  retry: { attempts: 3 },
  failureText: 'a mailbox could not be read; the service retries automatically',
  run: async (base, job) => {
    const opened = openMailbox(base, job.payload.connection_id);
    if (!opened || opened.connection.status === 'reconnect_required') return { skipped: 'the mailbox is not read any more' };
    try {
      return { taken: await receive(base, opened, job.signal) };
    } catch (error) {
      noteError(base, opened, error);
      return { error: 'the mailbox could not be read' };
    }
  },
});

function noteError(base: Base, { connection }: OpenMailbox, error: unknown): void {
  if (!(error instanceof MailboxFailure || error instanceof ProviderFailure)) throw error;
  const { connectionId, profileId } = connection;
  const words = (error instanceof MailboxFailure ? error.details.words : undefined) ?? error.message;
  const row = { connection_id: connectionId, profile_id: profileId, error: words.slice(0, MAX_ERROR) };
  base.state.statement('act/messaging/cursor_error').run(row);
  if (error instanceof MailboxFailure) noteMailRefusal(base, connection, error);
}

/** Mails that are stored in one transaction: all together, or one that is larger. */
const BATCH_BYTES = 4 * 1024 * 1024;

/** Stores mails as they come, a few at once: a portion of large ones is never in memory. */
class Taking implements MailTaker {
  taken = 0;
  /** What failed here, and not at the mailbox. */
  fault: unknown;
  readonly #base: Base;
  readonly #opened: OpenMailbox;
  readonly signal: AbortSignal;
  readonly #folder: ChosenFolder | undefined;
  #batch: ArrivedMail[] = [];
  #bytes = 0;

  /** @param folder What is read in the place of the inbox. */
  constructor(base: Base, opened: OpenMailbox, signal: AbortSignal, folder?: ChosenFolder) {
    this.#base = base;
    this.#opened = opened;
    this.signal = signal;
    this.#folder = folder;
  }

  get #place(): Place {
    const { connectionId, profileId } = this.#opened.connection;
    return { connectionId, profileId };
  }

  #chosenOf({ chosen: { alias, aliasSince }, address }: OpenMailbox): Chosen {
    return { isInFolder: this.#folder !== undefined, alias, aliasSince, address };
  }

  isWanted = (header: string): boolean => isWanted(this.#base, this.#place, this.#chosenOf(this.#opened), header);

  take = async (mail: ArrivedMail): Promise<void> => {
    try {
      this.signal.throwIfAborted();
      this.#batch.push(mail);
      this.#bytes += mail.raw.length;
      if (this.#bytes >= BATCH_BYTES) await this.store();
    } catch (error) {
      this.fault = error;
      throw error;
    }
  };

  /**
   * What has come so far, and the place after it. What is stored without its place comes again, and is recognised. False where nothing more is to be read:
   * the mailbox was disconnected meanwhile, perhaps with the deletion of its messages, or its folder was given up.
   */
  async store(cursor?: string): Promise<boolean> {
    const base = this.#base;
    const place = this.#place;
    const { connection, address } = this.#opened;
    const batch = this.#batch;
    this.#batch = [];
    this.#bytes = 0;
    const mails = await readMails(batch.map(({ raw }) => raw));
    const files = await keepMailFiles(base, place.profileId, mails);
    const domain = address.slice(address.lastIndexOf('@') + 1);
    try {
      return base.state.tx(() => {
        const now = openMailbox(base, place.connectionId);
        if (!now || (this.#folder !== undefined && now.chosen.folder?.choice !== this.#folder.choice)) return false;
        const chosen = this.#chosenOf(now);
        batch.forEach(({ raw, receivedAt, hosts }, at) => {
          const mail = mails[at];
          const arrived = {
            raw,
            receivedAt,
            isChosen: isChosen(raw, receivedAt, chosen),
            hosts: [domain, ...hosts],
            provider: connection.provider.id,
            files: files.ofMail(at),
          };
          if (mail && !isOwn(raw, chosen) && takeMail(base, place, { mail, ...arrived })) this.taken += 1;
        });
        if (cursor !== undefined) this.#keepPlace(cursor);
        return true;
      });
    } finally {
      await files.end();
    }
  }

  #keepPlace(cursor: string): void {
    const { connectionId, profileId } = this.#place;
    const given = { connection_id: connectionId, cursor };
    if (this.#folder === undefined)
      this.#base.state.statement('act/messaging/cursor_put').run({ ...given, profile_id: profileId });
    else this.#base.state.statement('act/messaging/folder_cursor_put').run({ ...given, folder: this.#folder.choice });
  }
}

async function receive(base: Base, opened: OpenMailbox, signal: AbortSignal): Promise<number> {
  const { connectionId } = opened.connection;
  const ofInbox = await readPlace(base, new Taking(base, opened, signal), opened);
  if (ofInbox === undefined) return 0;
  base.state.statement('act/messaging/cursor_read').run({ connection_id: connectionId, now: base.clock.now() });
  const { folder } = opened.chosen;
  const ofFolder = folder === null ? 0 : await readPlace(base, new Taking(base, opened, signal, folder), opened, folder);
  return ofInbox + (ofFolder ?? 0);
}

/** A folder that was chosen after another, or again, begins at the present. */
function cursorOf(base: Base, connectionId: string, folder: ChosenFolder | undefined): string | null {
  const row = base.state.statement('act/messaging/cursor_get').get({ connection_id: connectionId });
  if (folder === undefined) return row?.cursor ?? null;
  return row?.folder === folder.choice ? row.folder_cursor : null;
}

/** Undefined for a mailbox that receives nothing. */
async function readPlace(
  base: Base,
  taking: Taking,
  { connection, mailbox, grant }: OpenMailbox,
  folder?: ChosenFolder,
): Promise<number | undefined> {
  for (let hasMore = true; hasMore; ) {
    taking.signal.throwIfAborted();
    const cursor = cursorOf(base, connection.connectionId, folder);
    const portion = await mailbox.readNew(grant, cursor, taking, folder?.id).catch((error: unknown) => {
      throw taking.fault ?? error;
    });
    if (!portion) return undefined;
    hasMore = (await taking.store(portion.cursor)) && portion.hasMore;
  }
  return taking.taken;
}

export const receiveDue = defineSchedule({
  kind: 'queue_receive_mail',
  times: { everySeconds: 60 },
  leaseSeconds: 60,
  retry: { attempts: 3 },
  failureText: 'the reading of mailboxes could not be queued; the service retries automatically',
  run: (base) => {
    for (const { connection_id, profile_id } of allMailConnections(base)) {
      const known = base.state.jobs.latestOf(receiveJob.kind, connection_id);
      if (known?.status === 'waiting' || known?.status === 'running') continue;
      addJob(base, receiveJob, { profileId: profile_id, payload: { connection_id }, dedupeKey: connection_id });
    }
  },
});
