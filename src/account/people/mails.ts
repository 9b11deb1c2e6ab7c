// Mails to people: queued in the transaction of what they report, sealed (they carry links that open something), sent by a job that
// tries again. Texts are plain; what people typed is in them as text and nowhere else.
import { z } from 'zod';
import type { Base } from '../../base/base.ts';
import { defineJob } from '../../base/work/job.ts';
import { addJob, runDue } from '../../base/work/runner.ts';
import { createMailer, type Mail, type Mailer } from '../../providers/mail/client.ts';

const sender = z.object({
  name: z.string(),
  address: z.string(),
  dkim: z.object({ domain: z.string(), selector: z.string(), privateKey: z.string() }),
});

const mail: z.ZodType<Mail> = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  link: z.string().exactOptional(),
  from: sender.exactOptional(),
});

const mailerOf = (base: Base): Mailer => base.memo('mailer', () => createMailer(base.config, base.log));

export const mailJob = defineJob({
  kind: 'mail',
  payload: mail,
  isSealed: true,
  leaseSeconds: 120,
  retry: { attempts: 8 },
  failureText: 'a mail could not be sent and is tried again',
  // A mail that is cut off while it goes out is sent again: better to wait for it.
  stopSeconds: 5,
  run: async (base, { payload }) => {
    await mailerOf(base).send(payload);
    return null;
  },
});

/** Inside the caller's transaction. */
export const queueMail = (base: Base, mail: Mail): void => void addJob(base, mailJob, { payload: mail });

/** Sends what is due; answers how many went out. */
export const deliverMails = (base: Base): Promise<number> => runDue(base, [mailJob]);

export const closeMailer = (base: Base): void => mailerOf(base).close();
