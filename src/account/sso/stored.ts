// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { storedJson } from '../../base/kit/stored-json.ts';

/** What members of a group may do: in the workspace, or on one profile. */
const rule = z.object({
  group: z.string(),
  role: z.enum(['admin', 'member', 'manager', 'analyst', 'viewer']),
  profile_id: z.string().nullable(),
  pii: z.boolean(),
});
export type GroupRule = z.infer<typeof rule>;

export const storedRules = storedJson(['single_sign_on.rules'], z.array(rule));
