// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { jsonObject, storedJson } from '../../base/kit/stored-json.ts';

const texts = z.array(z.string());

export const storedScopes = storedJson(
  [
    'api_keys.scopes',
    'apps.scopes',
    'oauth_clients.scopes',
    'grants.scopes',
    'authorization_codes.scopes',
    'user_tokens.scopes',
    'refresh_tokens.scopes',
  ],
  texts,
);
export const storedAddresses = storedJson(
  ['apps.redirect_uris', 'apps.allowed_return_origins', 'oauth_clients.redirect_uris'],
  texts,
);
export const storedParameters = storedJson('pii_reads.parameters', texts);
export const auditDetail = storedJson('audit.detail', jsonObject);

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
