// The place of a row in a list in the order of changes, the earliest or the latest first.
import { ApiError } from '../../base/contract/api-error.ts';

export type ChangeOrder = 'oldest_change' | 'latest_change';

/** Before every row. */
const START = {
  oldest_change: { after_at: -1, after_no: 0 },
  latest_change: { after_at: Number.MAX_SAFE_INTEGER, after_no: 0 },
} as const;

export const cursorAfter = (updatedAt: number, no: number): string => Buffer.from(`${updatedAt}|${no}`).toString('base64url');

export function placeOf(cursor: string | undefined, order: ChangeOrder): { after_at: number; after_no: number } {
  if (cursor === undefined) return START[order];
  const [, at, no] = /^(\d{1,15})\|(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (at === undefined || no === undefined) throw new ApiError('invalid_parameter', 'cursor: is not one that this list gave.');
  return { after_at: Number(at), after_no: Number(no) };
}

export const millisOf = (instant: string | undefined): number => (instant === undefined ? 0 : Math.max(0, Date.parse(instant)));
