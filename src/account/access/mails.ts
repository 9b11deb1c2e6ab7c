// Mails to people: queued in the transaction of what they tell about, sealed (they carry links that open something), sent by a
// job that tries again. Texts are plain; what people typed stands in them as text and nowhere else.
import type { Base } from '../../base/base.ts';
import { type Rounds, startRounds } from '../../base/kit/rounds.ts';
import type { Mail, Mailer } from '../../providers/mail/client.ts';

const KIND = 'mail';
const LEASE_SECONDS = 120;
const MAX_ATTEMPTS = 8;
/** A mail that is cut off while it goes out is sent again: better to wait for it. */
const STOP_PATIENCE_MS = 5_000;

/** Inside the caller's transaction. */
export function queueMail(base: Base, mail: Mail): void {
  const sealed = base.state.vault.seal(KIND, JSON.stringify(mail)).toString('base64');
  base.state.jobs.add({ kind: KIND, profileId: '', payload: { sealed }, maxAttempts: MAX_ATTEMPTS });
  base.signals.emit('mails', ''); // a signal of its own: no profile has work
}

/** Sends what is due; answers how many went out. */
export async function deliverMails(base: Base, mailer: Mailer): Promise<number> {
  let sent = 0;
  for (;;) {
    const job = base.state.jobs.take([KIND], LEASE_SECONDS);
    if (!job) return sent;
    const { sealed } = job.payload as { sealed: string };
    try {
      await mailer.send(JSON.parse(base.state.vault.open(KIND, Buffer.from(sealed, 'base64'))) as Mail);
      base.state.jobs.finish(job.jobId, null);
      sent += 1;
    } catch (error) {
      base.log.warn({ reason: (error as { code?: string }).code ?? 'unknown' }, 'a mail could not be sent and is tried again');
      base.state.jobs.fail(job.jobId, (error as { code?: string }).code ?? 'not sent');
    }
  }
}

/** Delivers as mails are queued, and looks every few seconds for those that are tried again. */
export const startMails = (base: Base, mailer: Mailer): Rounds =>
  startRounds(base, {
    everySeconds: base.config.pollSeconds,
    look: () => deliverMails(base, mailer),
    failure: 'mails could not be looked for',
    wokenBy: 'mails',
    patienceMs: STOP_PATIENCE_MS,
  });
