// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { storedJson } from '../../base/kit/stored-json.ts';

export const storedViews = storedJson(
  'profile_views.views',
  z.array(z.object({ name: z.string(), page: z.string(), query: z.string(), is_shared: z.boolean() })),
);
