// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { jsonObject, storedJson } from '../../base/kit/stored-json.ts';

export const storedPayload = storedJson('handoffs.payload', jsonObject);
export const storedResult = storedJson(
  'handoffs.result',
  z.looseObject({ outcome: z.enum(['approved', 'rejected', 'expired', 'failed']) }),
);
