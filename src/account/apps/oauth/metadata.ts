// The service's metadata for clients that know only its address: RFC 8414 and RFC 9728, from one list of paths.
import { AGENT_SCOPES, OFFERED_SCOPES } from '../../../base/contract/scopes.ts';

/** On the host of the issuer. */
export const OAUTH_PATHS = {
  register: '/oauth/mcp/register',
  authorize: '/oauth/mcp/authorize',
  consent: '/oauth/mcp/consent',
  token: '/oauth/mcp/token',
  revoke: '/oauth/mcp/revoke',
  serverMetadata: '/.well-known/oauth-authorization-server',
  resourceMetadata: '/.well-known/oauth-protected-resource/mcp',
  /** Some clients ask without the resource's path. */
  resourceMetadataAlias: '/.well-known/oauth-protected-resource',
} as const;

/** The one resource that tokens are issued for (RFC 8707). */
export const mcpUrlOf = (issuer: string): string => `${issuer}/mcp`;

/** The scopes of a client's request that names none, ticked on the consent page. */
export const DEFAULT_SCOPES: readonly string[] = ['mcp:read'];

export const serverMetadata = (issuer: string): Record<string, unknown> => ({
  issuer,
  authorization_endpoint: issuer + OAUTH_PATHS.authorize,
  token_endpoint: issuer + OAUTH_PATHS.token,
  registration_endpoint: issuer + OAUTH_PATHS.register,
  revocation_endpoint: issuer + OAUTH_PATHS.revoke,
  scopes_supported: AGENT_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
  token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
  revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  service_documentation: `${issuer}/docs`,
});

export const resourceMetadata = (issuer: string): Record<string, unknown> => ({
  resource: mcpUrlOf(issuer),
  authorization_servers: [issuer],
  scopes_supported: OFFERED_SCOPES,
  bearer_methods_supported: ['header'],
  resource_name: 'Tributary',
  resource_documentation: `${issuer}/docs`,
});
