// The state of a mail, by its job. The words of a mail server, which may quote an address, are sealed.
import { z } from 'zod';
import type { Base, ReadBase } from '../../base/base.ts';

export const MAIL_JOB = 'mail';

/** `outbox`: without a mail server it is in the data folder. `unknown`: the server had it and did not answer; it is not sent again automatically. */
export type MailStatus = 'queued' | 'retrying' | 'sent' | 'outbox' | 'unknown' | 'failed';

export interface MailState {
  status: MailStatus;
  /** Why it is not sent, in words for the person who typed the address. */
  reason: string | null;
  attempts: number;
  nextAttemptAt: number | null;
}

const SEAL = 'mail reason';
const progressShape = z.object({ is_handed_over: z.boolean().default(false), reason: z.string().exactOptional() });
const resultShape = z.object({ end: z.enum(['sent', 'outbox', 'unknown', 'failed']), reason: z.string().exactOptional() });

type End = z.infer<typeof resultShape>['end'];

const sealed = (base: Base, reason: string): string => base.state.vault.seal(SEAL, reason).toString('base64');

function opened(base: ReadBase, reason: string | undefined): string | null {
  if (reason === undefined) return null;
  try {
    return base.state.vault.open(SEAL, Buffer.from(reason, 'base64'));
  } catch {
    return null; // of a lost key: the state is true without it
  }
}

/** The result of the job of a mail that is not tried again. */
export const mailEnded = (base: Base, end: End, reason?: string): z.infer<typeof resultShape> =>
  reason === undefined ? { end } : { end, reason: sealed(base, reason) };

/** The progress of the job of a mail that is tried again. */
export const mailPassing = (base: Base, reason: string): z.infer<typeof progressShape> => ({
  is_handed_over: false,
  reason: sealed(base, reason),
});

/** An earlier attempt gave the whole mail to the server, and ended without an answer: this process has begun since, or had no disk to write to. */
export const isHandedOver = (base: ReadBase, mailId: string): boolean =>
  progressShape.safeParse(base.state.jobs.byId(mailId)?.progress).data?.is_handed_over === true;

const UNKNOWN =
  'The connection to the mail server ended before it said whether it has taken the mail. The mail may have arrived; it is not sent again automatically.';

/** Undefined where the mail is unknown: nobody remembers one for longer than a month. */
export function mailState(base: ReadBase, mailId: string): MailState | undefined {
  const job = base.state.jobs.byId(mailId);
  if (job?.kind !== MAIL_JOB) return undefined;
  const { status, attempts } = job;
  const reason = opened(base, progressShape.safeParse(job.progress).data?.reason);
  if (status === 'done') {
    // An earlier version stored none.
    const { data: result = { end: 'sent' } as const } = resultShape.safeParse(job.result);
    const because = 'reason' in result ? opened(base, result.reason) : result.end === 'unknown' ? UNKNOWN : null;
    return { status: result.end, reason: because, attempts, nextAttemptAt: null };
  }
  if (status === 'failed') return { status, reason: givenUp(reason), attempts, nextAttemptAt: null };
  const isFirst = attempts === 0 || (status === 'running' && attempts === 1);
  if (isFirst) return { status: 'queued', reason: null, attempts, nextAttemptAt: null };
  return { status: 'retrying', reason, attempts, nextAttemptAt: status === 'waiting' ? job.runAt : null };
}

const givenUp = (reason: string | null): string =>
  `The mail server did not take the mail within two days.${reason === null ? '' : ` Its last answer: ${reason}`}`;

/** Inside the caller's transaction: a mail that waits is not sent any more. */
export const withdrawMail = (base: Base, mailId: string): void => {
  base.state.statement('base/job_drop').run({ job_id: mailId });
};
