// Reads mailboxes: each portion is stored with the place up to which it goes, so that an interrupted reading continues there.
import { z } from 'zod';
import type { Base } from '../../../../base/base.ts';
import { defineJob } from '../../../../base/work/job.ts';
import { addJob } from '../../../../base/work/runner.ts';
import { defineSchedule } from '../../../../base/work/schedule.ts';
import { ProviderFailure } from '../../../../providers/http/failure.ts';
import { MailboxFailure } from '../../../../providers/mailbox/mailbox.ts';
import { allMailConnections, noteMailRefusal, type OpenMailbox, openMailbox } from '../../../connections/index.ts';
import { keepMailFiles } from '../../media/keep-mail-files.ts';
import { readMails } from './mail-thread.ts';
import { takeMail } from './take.ts';
import { isWanted } from './wanted.ts';

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

async function receive(base: Base, { connection, mailbox, grant, address }: OpenMailbox, signal: AbortSignal): Promise<number> {
  const { connectionId, profileId } = connection;
  const place = { connectionId, profileId };
  const domain = address.slice(address.lastIndexOf('@') + 1);
  let taken = 0;
  for (let hasMore = true; hasMore; ) {
    signal.throwIfAborted();
    const cursor = base.state.statement('act/messaging/cursor_get').get({ connection_id: connectionId })?.cursor ?? null;
    const portion = await mailbox.readNew(grant, cursor, (header) => isWanted(base, place, header));
    if (!portion) return taken;
    const mails = await readMails(portion.mails.map(({ raw }) => raw));
    const files = await keepMailFiles(base, profileId, mails);
    try {
      base.state.tx(() => {
        portion.mails.forEach(({ raw, receivedAt }, at) => {
          const mail = mails[at];
          const hosts = [domain, ...portion.hosts];
          const arrived = { raw, receivedAt, hosts, provider: connection.provider.id, files: files.ofMail(at) };
          if (mail && takeMail(base, place, { mail, ...arrived })) taken += 1;
        });
        const row = { connection_id: connectionId, profile_id: profileId, cursor: portion.cursor };
        base.state.statement('act/messaging/cursor_put').run(row);
      });
    } finally {
      await files.end();
    }
    hasMore = portion.hasMore;
  }
  base.state.statement('act/messaging/cursor_read').run({ connection_id: connectionId, now: base.clock.now() });
  return taken;
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
