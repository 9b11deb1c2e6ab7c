// The place of a row in a list in the order of changes.
import { ApiError } from '../../base/contract/api-error.ts';

/** Before every row. */
const START = { after_at: -1, after_no: 0 };

export const cursorAfter = (updatedAt: number, no: number): string => Buffer.from(`${updatedAt}|${no}`).toString('base64url');

export function placeOf(cursor: string | undefined): { after_at: number; after_no: number } {
  if (cursor === undefined) return START;
  const [, at, no] = /^(\d{1,15})\|(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (at === undefined || no === undefined) throw new ApiError('invalid_parameter', 'cursor: is not one that this list gave.');
  return { after_at: Number(at), after_no: Number(no) };
}

export const millisOf = (instant: string | undefined): number => (instant === undefined ? 0 : Math.max(0, Date.parse(instant)));
