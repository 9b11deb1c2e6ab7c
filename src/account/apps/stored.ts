// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { storedJson } from '../../base/kit/stored-json.ts';

const texts = z.array(z.string());

export const storedScopes = storedJson(
  [
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
