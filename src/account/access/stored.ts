// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { storedJson } from '../../base/kit/stored-json.ts';

const count = z.int().nonnegative();
export const storedCounts = storedJson(
  'access_workspaces.archive_counts',
  z.object({
    profiles_archived: count,
    memberships_removed: count,
    invitations_revoked: count,
    api_keys_revoked: count,
    webhook_subscriptions_paused: count,
    retained_conversion_exports: count,
    retained_signal_audit_rows: count,
  }),
);
