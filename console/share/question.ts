// The part of a page that is shared: its name, and its question in the parameters of its operation.
import type { Schemas } from '../api/client.ts';

export interface Shared {
  page: Schemas['SnapshotPage'];
  question: Schemas['SnapshotQuestion'];
}

/** The parameters of a call that a snapshot of the page has too. */
export function questionOf<Query extends object>(
  query: Query & { profile_id?: string; include?: unknown; models?: unknown; limit?: number },
): Omit<Query, 'profile_id' | 'include' | 'models' | 'limit'> {
  const { profile_id: _, include: __, models: ___, limit: ____, ...question } = query;
  return question;
}
