// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { storedJson } from '../../base/kit/stored-json.ts';

export const storedSettings = storedJson(
  'conversion_destinations.settings',
  z.object({
    targetId: z.string(),
    accountId: z.string().optional(),
    loginAccountId: z.string().optional(),
    messagingAccountId: z.string().optional(),
    messagingDatasetId: z.string().optional(),
    appTargetId: z.string().optional(),
    offlineTargetId: z.string().optional(),
    testCode: z.string().optional(),
    isLimitedDataUse: z.boolean().optional(),
  }),
);
