// What a job is.

export interface NewJob {
  kind: string;
  /** The profile that it is about; or the workspace, where it is about a whole one; or empty. */
  profileId: string;
  payload: unknown;
  dedupeKey?: string;
  /** Milliseconds since 1970; now when absent. */
  runAt?: number;
  maxAttempts?: number;
}

export interface Job {
  jobId: string;
  kind: string;
  profileId: string;
  payload: unknown;
  status: 'waiting' | 'running' | 'done' | 'failed';
  attempts: number;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  progress: unknown;
  result: unknown;
  error: string | null;
}
