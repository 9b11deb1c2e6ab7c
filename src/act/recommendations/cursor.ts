// Where a page of recommendations ends.
import { z } from 'zod';
import { ApiError } from '../../base/contract/api-error.ts';
import { readJson } from '../../base/kit/stored-json.ts';

export interface Place {
  createdAt: number;
  wrong: number;
  id: string;
}

const shape = z.tuple([z.number(), z.number(), z.string()]);

export const placeAfter = ({
  created_at,
  wrong,
  recommendation_id,
}: {
  created_at: number;
  wrong: number;
  recommendation_id: string;
}): string => Buffer.from(JSON.stringify([created_at, wrong, recommendation_id])).toString('base64url');

/** @throws ApiError for what this list did not give. */
export function readPlace(cursor: string): Place {
  try {
    const [createdAt, wrong, id] = readJson('cursor', shape, Buffer.from(cursor, 'base64url').toString('utf8'));
    return { createdAt, wrong, id };
  } catch {
    throw new ApiError('invalid_parameter', 'cursor: is not one that this list gave.');
  }
}
