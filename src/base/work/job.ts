// The definition of a kind of job: the form of its payload, its parallel runs, its lease and its attempts.
import type { z } from 'zod';
import type { Base } from '../base.ts';

/** The job as its handler receives it. */
export interface JobRun<Payload> {
  jobId: string;
  profileId: string;
  payload: Payload;
  /** From 1. */
  attempt: number;
  /** Aborted when the service stops or the lease is lost: what is done from then on does not count. */
  signal: AbortSignal;
  /** Stores how far it is. @throws LeaseLost */
  progress(value: unknown): void;
  /**
   * Ends the job in one transaction with what `write` changes, and stores what it answers as the result. Without this call the job ends
   * when the handler does, with what the handler answers. @throws LeaseLost, and nothing is written.
   */
  finish(write: () => unknown): void;
}

export interface RetryPolicy {
  attempts: number;
  /** Largest pause after the first failure; doubles with each. The pause is anywhere below it (full jitter). */
  firstPauseMs?: number;
  maxPauseMs?: number;
}

export interface JobDefinition<Payload> {
  kind: string;
  /** Checked when a job is added and again before it runs. */
  payload: z.ZodType<Payload>;
  /** Among all jobs with the same key, of any kind, one runs at a time. */
  concurrencyKey?: (job: { profileId: string; payload: Payload }) => string;
  /** The number of jobs of this kind that run at once in a process; one by default. */
  concurrency?: number;
  /** A worker that does not renew its lease for so long is lost. Leases are renewed on their own while the process answers. */
  leaseSeconds: number;
  retry: RetryPolicy;
  /** Sealed in state, as it contains personal data or secrets; removed when the job is done. Its errors are stored by their code alone. */
  isSealed?: boolean;
  /** Jobs of one concurrency key run in the order in which they were added. */
  isOrdered?: boolean;
  /** An operator may retry it and not drop it. */
  isMandatory?: boolean;
  /** Its progress is of the job and not of one attempt: the next attempt finds it. */
  keepsProgress?: boolean;
  /** Now is no good time for jobs of this profile: they wait and use no attempt. */
  isReady?: (base: Base, profileId: string) => boolean;
  /** True if the service leaves jobs of this profile to a caller of `runNow`. */
  isDeferred?: (base: Base, profileId: string) => boolean;
  /** The log line of a failed attempt. */
  failureText: string;
  /** The time that the end of the service waits for a running job. */
  stopSeconds?: number;
  run: (base: Base, job: JobRun<Payload>) => unknown;
}

/** A definition without the type of its payload: what the runner needs. */
export interface RunnableJob extends Omit<JobDefinition<unknown>, 'payload' | 'concurrencyKey' | 'run'> {
  /** Schedules: when the next of a profile is due; undefined for what is not repeated. */
  nextAt?: (base: Base, profileId: string) => number;
  /** Schedules: the profiles that have one; one empty id for a schedule of the installation. */
  profiles?: (base: Base) => readonly string[];
  /** Schedules: the first occurrence is due at once. */
  isAtOnce?: boolean;
  /** @throws PayloadInvalid before anything is done. */
  start(base: Base, job: JobRun<unknown>): Promise<unknown>;
}

export interface JobKind<Payload> extends RunnableJob {
  /** The stored form of a payload, and its concurrency key. */
  stored(base: Base, profileId: string, payload: Payload): { payload: unknown; concurrencyKey: string | undefined };
}

/** The stored payload does not have the form that its handler expects. */
export class PayloadInvalid extends Error {}

/** The reason of the signal of jobs that run when the service stops. */
export class ServiceStops extends Error {
  constructor() {
    super('the service stops');
  }
}

/** The job was taken by another worker, or its lease expired: writes of its worker are void. */
export class LeaseLost extends Error {
  constructor() {
    super('the lease of the job has expired');
  }
}

/** Thrown by a handler: another attempt would not help. */
export class JobRefused extends Error {}

/** Thrown by a handler: to be tried again, and not before so long, as another service requested it. */
export class JobDelayed extends Error {
  readonly pauseMs: number;
  constructor(message: string, pauseMs: number) {
    super(message);
    this.pauseMs = pauseMs;
  }
}

const sealedForm = (payload: unknown): string | undefined =>
  payload !== null && typeof payload === 'object' && 'sealed' in payload && typeof payload.sealed === 'string'
    ? payload.sealed
    : undefined;

function opened(base: Base, kind: string, payload: unknown): unknown {
  const sealed = sealedForm(payload);
  if (sealed === undefined) throw new PayloadInvalid('the payload is not sealed');
  try {
    return JSON.parse(base.state.vault.open(kind, Buffer.from(sealed, 'base64')));
  } catch {
    throw new PayloadInvalid('the sealed payload cannot be opened');
  }
}

export function defineJob<Payload>(definition: JobDefinition<Payload>): JobKind<Payload> {
  const { payload: shape, concurrencyKey, run, ...rest } = definition;
  const { kind, isSealed } = definition;
  const checked = (payload: unknown): Payload => {
    const found = shape.safeParse(payload);
    if (found.success) return found.data;
    const [issue] = found.error.issues;
    throw new PayloadInvalid(`the payload does not have the form of this version: ${issue?.path.join('.')}: ${issue?.message}`);
  };
  return {
    ...rest,
    start: async (base, job) => run(base, { ...job, payload: checked(isSealed ? opened(base, kind, job.payload) : job.payload) }),
    stored: (base, profileId, payload) => {
      const sound = checked(payload);
      const sealed = (): unknown => ({ sealed: base.state.vault.seal(kind, JSON.stringify(sound)).toString('base64') });
      return { payload: isSealed ? sealed() : sound, concurrencyKey: concurrencyKey?.({ profileId, payload: sound }) };
    },
  };
}
