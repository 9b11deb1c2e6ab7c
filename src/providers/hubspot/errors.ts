// HubSpot's errors (developers.hubspot.com, error handling), as outcomes. The category of the body says more than the status.
import { z } from 'zod';
import type { ErrorRule } from '../http/failure.ts';

const errorBody = z.object({ category: z.string() });

export const hubSpotErrorCode = (body: unknown): string | undefined => errorBody.safeParse(body).data?.category;

export const hubSpotErrors: readonly ErrorRule[] = [
  { code: 'EXPIRED_AUTHENTICATION', outcome: 'reconnect' },
  { code: 'INVALID_AUTHENTICATION', outcome: 'reconnect' },
  { code: 'MISSING_SCOPES', outcome: 'forbidden' },
  { code: 'RATE_LIMITS', outcome: 'throttled' },
  { code: 'OBJECT_NOT_FOUND', outcome: 'not_found' },
  // The account is being moved to another data centre, or is locked for a moment.
  { status: 477, outcome: 'unavailable' },
  { status: 423, outcome: 'unavailable' },
];
