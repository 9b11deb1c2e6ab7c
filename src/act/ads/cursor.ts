// Where a page of ads ends: the place of its last ad in the order that was asked.
import { z } from 'zod';
import { ApiError } from '../../base/contract/api-error.ts';
import { readJson } from '../../base/kit/stored-json.ts';

export interface Place {
  isLast: boolean;
  number: number;
  text: string;
  id: string;
  platform: string;
  account: string;
}

const shape = z.tuple([z.boolean(), z.number(), z.string(), z.string(), z.string(), z.string()]);

interface PlacedRow {
  is_last: boolean | null;
  sort_number: number | null;
  sort_text: string | null;
  ad_id: string;
  platform: string;
  account_id: string;
}

export const cursorAfter = ({ is_last, sort_number, sort_text, ad_id, platform, account_id }: PlacedRow): string =>
  Buffer.from(JSON.stringify([is_last ?? false, sort_number ?? 0, sort_text ?? '', ad_id, platform, account_id])).toString(
    'base64url',
  );

/** @throws ApiError for what this list did not give. */
export function readCursor(cursor: string): Place {
  try {
    const [isLast, number, text, id, platform, account] = readJson(
      'cursor',
      shape,
      Buffer.from(cursor, 'base64url').toString('utf8'),
    );
    return { isLast, number, text, id, platform, account };
  } catch {
    throw new ApiError('invalid_parameter', 'cursor: is not one that this list gave.');
  }
}
