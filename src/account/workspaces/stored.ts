// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { storedJson } from '../../base/kit/stored-json.ts';

export const storedProfileRoles = storedJson(
  'invitations.profile_roles',
  z.array(z.object({ profileId: z.string(), role: z.enum(['manager', 'analyst', 'viewer']), canSeePii: z.boolean() })),
);
