// The sandbox's error codes, as outcomes.
import { z } from 'zod';
import type { ErrorRule } from '../http/failure.ts';

export const sandboxErrors: readonly ErrorRule[] = [
  { code: 'token_dead', outcome: 'reconnect' },
  { code: 'permission_missing', outcome: 'forbidden' },
  { code: 'not_found', outcome: 'not_found' },
  { code: 'state_forbids', outcome: 'conflict' },
  { code: 'bad_value', outcome: 'rejected' },
  { code: 'throttled', outcome: 'throttled' },
  { code: 'internal', outcome: 'unavailable' },
];

const errorBody = z.object({ error: z.object({ code: z.string() }) });

export const sandboxErrorCode = (body: unknown): string | undefined => errorBody.safeParse(body).data?.error.code;
