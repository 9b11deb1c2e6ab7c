// Mails to people: queued in the transaction of what they report, sealed (they carry links that open something), sent by a job that tries for two
// days. Texts are plain; what people typed is in them as text and nowhere else.
import { z } from 'zod';
import type { Base } from '../../base/base.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import { defineJob, JobDelayed, type JobRun } from '../../base/work/job.ts';
import { addJob, runDue } from '../../base/work/runner.ts';
import { createMailer } from '../../providers/mail/client.ts';
import { MailFailure } from '../../providers/mail/failure.ts';
import type { Mail, Mailer } from '../../providers/mail/mail.ts';
import { isHandedOver, MAIL_JOB, mailEnded, mailPassing } from './mail-state.ts';

const MINUTE_MS = 60_000;
/** Servers that greylist ask for five minutes to an hour, one that restarts is back within minutes, and one that is moved within two days. */
const FIRST_PAUSES = [1, 2, 5, 10, 20, 30, 60];
const LATER_PAUSE = 120;
const DAYS = 2;
const LATER_ATTEMPTS = Math.ceil((DAYS * 1440 - FIRST_PAUSES.reduce((sum, each) => sum + each)) / LATER_PAUSE);
const ATTEMPTS = 1 + FIRST_PAUSES.length + LATER_ATTEMPTS;
/** No mail is sent so long after it was queued, while the service runs. */
export const MAIL_TRIED_MS = (DAYS + 1) * 1440 * MINUTE_MS;

const sender = z.object({
  name: z.string(),
  address: z.string(),
  dkim: z.object({ domain: z.string(), selector: z.string(), privateKey: z.string() }),
});

/** The link of the mail counts its time from the moment at which the mail was sent; before that, nobody has it. */
const emailLink = z.object({ link_id: z.string(), life_ms: z.int() });

const file = z.object({ name: z.string(), type: z.string() });

const queued = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  link: z.string().exactOptional(),
  html: z.string().exactOptional(),
  unsubscribe: z.string().exactOptional(),
  attachments: z.array(z.union([file.extend({ text: z.string() }), file.extend({ base64: z.string() })])).exactOptional(),
  pictures: z.array(z.object({ id: z.string(), name: z.string(), base64: z.string() })).exactOptional(),
  from: sender.exactOptional(),
  email_link: emailLink.exactOptional(),
});
type Queued = z.infer<typeof queued>;

const mailerOf = (base: Base): Mailer => base.memo('mailer', () => createMailer(base.config, base.log));

/** To be tried again; its code is what a log may have. */
class MailDelayed extends JobDelayed {
  readonly code: string;
  constructor({ message, code }: MailFailure, attempt: number) {
    super(message, (FIRST_PAUSES[attempt - 1] ?? LATER_PAUSE) * MINUTE_MS);
    this.code = code;
  }
}

export const mailJob = defineJob({
  kind: MAIL_JOB,
  payload: queued,
  isSealed: true,
  keepsProgress: true,
  // A server that makes one mail wait does not make the others.
  concurrency: 4,
  leaseSeconds: 120,
  retry: { attempts: ATTEMPTS, maxPauseMs: MINUTE_MS },
  failureText: 'a mail could not be sent and is tried again',
  stopSeconds: 5,
  run: sendMail,
});

async function sendMail(base: Base, job: JobRun<Queued>): Promise<unknown> {
  if (isHandedOver(base, job.jobId)) return mailEnded(base, 'unknown');
  const { email_link: link, ...mail } = job.payload;
  if (link && !base.state.statement('account/people/email_link_is_open').get({ link_id: link.link_id }))
    return mailEnded(base, 'failed', 'Another mail has taken its place.');
  try {
    const onHandedOver = () => job.progress({ is_handed_over: true });
    const end = await mailerOf(base).send(mail, { id: job.jobId, onHandedOver });
    job.finish(() => {
      if (link) beginLink(base, link);
      return mailEnded(base, end);
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    base.log.warn({ job_id: job.jobId, kind: error.kind, code: error.code }, 'a mail was not sent');
    if (error.kind === 'unknown') return mailEnded(base, 'unknown');
    if (error.kind === 'refused') return endRefused(base, job, error);
    job.progress(mailPassing(base, error.message));
    throw new MailDelayed(error, job.attempt);
  }
}

function endRefused(base: Base, job: JobRun<Queued>, { message, gone }: MailFailure): undefined {
  job.finish(() => {
    if (gone !== undefined) for (const hooks of hooksOf(base)) hooks.mailBounced?.(base, { mailId: job.jobId, code: gone });
    return mailEnded(base, 'failed', message);
  });
}

function beginLink(base: Base, { link_id, life_ms }: z.infer<typeof emailLink>): void {
  base.state.statement('account/people/email_link_begin').run({ link_id, expires_at: base.clock.now() + life_ms });
}

/** Inside the caller's transaction. Returns the id by which `mailState` finds its state. */
export const queueMail = (base: Base, mail: Mail, emailLink?: Queued['email_link']): string =>
  addJob(base, mailJob, { payload: emailLink ? { ...mail, email_link: emailLink } : mail }).jobId;

/** Sends what is due; answers how many went out. */
export const deliverMails = (base: Base): Promise<number> => runDue(base, [mailJob]);

export const closeMailer = (base: Base): void => mailerOf(base).close();
