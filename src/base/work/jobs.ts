// A job as it is stored: a row of `jobs`. What a slice does with one is a definition (`job.ts`).

export interface NewJob {
  kind: string;
  /** The profile that it is about; or the workspace, where it is about a whole one; or empty. */
  profileId: string;
  payload: unknown;
  /** While a job waits under (kind, dedupeKey), adding another answers that one. */
  dedupeKey?: string | undefined;
  /** Milliseconds since 1970; now when absent. */
  runAt?: number | undefined;
  maxAttempts?: number;
  /** Among all jobs with this key, of any kind, one runs at a time. */
  concurrencyKey?: string | undefined;
  /** Jobs of one kind and concurrency key run in the order in which they were added. */
  isOrdered?: boolean;
  /** An operator may retry it and not drop it. */
  isMandatory?: boolean;
}

/** Why a job failed for good. */
export type JobFailure =
  /** Each attempt failed. */
  | 'attempts_used'
  /** Its handler said that another attempt would not help. */
  | 'refused'
  /** Its payload does not have the form that its handler expects, as after a change of version. */
  | 'payload_invalid'
  /** This version has no handler of its kind. */
  | 'handler_missing'
  /** The process that ran it ended, or its lease expired, at the last attempt allowed. */
  | 'worker_lost';

export interface Job {
  jobId: string;
  kind: string;
  profileId: string;
  payload: unknown;
  status: 'waiting' | 'running' | 'done' | 'failed';
  attempts: number;
  createdAt: number;
  /** When it is due, or was last. */
  runAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  progress: unknown;
  result: unknown;
  error: string | null;
  failure: JobFailure | null;
  /** Counts the times that it was taken; a worker with an earlier number changes nothing any more. */
  leaseNo: number;
}

/** The proof by which a worker may change its job. */
export type Lease = Pick<Job, 'jobId' | 'leaseNo'>;

export interface DueJob {
  jobId: string;
  profileId: string;
  dedupeKey: string | null;
  status: 'waiting' | 'running' | 'done' | 'failed';
  attempts: number;
  maxAttempts: number;
}

/** The table of jobs. Changes by a worker answer false once another worker has taken the job, which it may when the lease has expired. */
export interface Jobs {
  /** Once per opening of the folder, by the process that has its lock: the earlier runner is gone, and its jobs are due again. */
  adopt(): void;
  /** Adds a job; one that is still waiting under the same (kind, dedupeKey) is answered instead, with `created: false`. */
  add(job: NewJob): { jobId: string; created: boolean };
  /** Jobs of a kind that may be taken now, the earliest first. */
  due(kind: string, limit: number, profileId?: string): DueJob[];
  /** Leases a job; undefined when another worker was faster. */
  take(jobId: string, leaseSeconds: number, keepsProgress?: boolean): Job | undefined;
  renew(lease: Lease): boolean;
  /** Stores how far it is and renews the lease. */
  progress(lease: Lease, progress: unknown): boolean;
  /** Ends it well; a sealed payload is removed. */
  finish(lease: Lease, result: unknown, isSealed?: boolean): boolean;
  /** Has it tried again at `runAt`, or fails it for good: without `runAt`, and when its attempts are used up. */
  fail(lease: Lease, failed: { reason: string; failure: JobFailure; runAt?: number | undefined }): void;
  /** Makes a job due now that waits or failed, with all its attempts. False when there is none, or another waits under its key. */
  revive(jobId: string): boolean;
  /** Fails a job that is not running. */
  abandon(jobId: string, failure: JobFailure, reason: string): void;
  latest(kind: string, profileId: string): Job | undefined;
  /** The one that ended well last; later ones may wait, run or have failed. */
  latestDone(kind: string, profileId: string): Job | undefined;
  /** The last one that was added under a key. */
  latestOf(kind: string, dedupeKey: string): Job | undefined;
  byId(jobId: string): Job | undefined;
  /** Removes ended jobs that are older than a month. */
  forget(): void;
}
