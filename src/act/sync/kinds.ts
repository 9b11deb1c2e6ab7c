// The destinations that this installation can send to, and the grant that a destination is reached with.

import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { networkTest } from '../../base/kit/networks.ts';
import type { Grant } from '../../providers/ad-platform.ts';
import type { AudienceKind } from '../../providers/audiences/audience.ts';
import { createAudiences } from '../../providers/audiences/index.ts';
import type { DestinationId, DestinationKind } from '../../providers/conversions/destination.ts';
import { createHttpsDestination } from '../../providers/conversions/https.ts';
import { createDestinations } from '../../providers/conversions/index.ts';
import { sandboxConversions } from '../../providers/conversions/sandbox.ts';
import { RequestBudget } from '../../providers/http/budget.ts';
import { ProviderFailure } from '../../providers/http/failure.ts';
import { createOutside, createOutsideCheck, type Outside, type OutsideOptions } from '../../providers/http/guard.ts';
import { MetaApi } from '../../providers/meta/api.ts';
import { MetaDatasets } from '../../providers/meta/datasets.ts';
import { SandboxApi } from '../../providers/sandbox/api.ts';
import { openSecret, Secret } from '../../providers/secret.ts';
import { sandboxOf } from '../../sandbox/index.ts';
import { byRegistration, connectionGrant, findConnection, type ProviderSettings } from '../connections/index.ts';
import type { Destination, StatusReason } from './destination.ts';

const META_API = 'https://graph.facebook.com';
const REQUESTS_PER_MINUTE = 120;
const PUBLIC: OutsideOptions = { isHttpsOnly: true, ports: [443] };

type WithMemo = Pick<ReadBase, 'memo' | 'config'>;

/** A literal address of the operator's networks is reached as the operator says; every other host as the public internet. */
function optionsOf({ config }: WithMemo, options: OutsideOptions, url: string): OutsideOptions {
  const isInner = networkTest(config.webhookNetworks, 'TRIBUTARY_WEBHOOK_NETWORKS');
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  return isInner(host) ? { isAllowed: isInner, ports: 'any' } : options;
}

/** HTTP options for endpoints that customers name. */
interface Endpoints {
  options: OutsideOptions;
  timeoutMs?: number;
}

const endpointsOf = ({ memo }: WithMemo): Endpoints => memo('act/sync endpoints', () => ({ options: PUBLIC }));

/** Tests have receivers that stay silent. */
export const setEndpoints = (base: WithMemo, { timeoutMs }: { timeoutMs: number }): void => {
  endpointsOf(base).timeoutMs = timeoutMs;
};

/** @throws OutsideRefusal */
export const checkEndpoint = (base: WithMemo, url: string): Promise<void> =>
  createOutsideCheck(optionsOf(base, endpointsOf(base).options, url))(url);

const endpoint: (base: WithMemo, ...call: Parameters<Outside>) => ReturnType<Outside> = (base, url, call) => {
  const { options, timeoutMs } = endpointsOf(base);
  const reach = createOutside(optionsOf(base, options, url));
  return reach(url, { ...call, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
};

/** It listens on another port after each start. */
async function sandboxApi(base: ReadBase): Promise<SandboxApi> {
  const { url, clientId, clientSecret } = await sandboxOf(base);
  const apis = base.memo('act/sync sandbox', () => new Map<string, SandboxApi>());
  const api = apis.get(url) ?? new SandboxApi({ url, clientId, clientSecret: new Secret(clientSecret), log: base.log });
  apis.set(url, api);
  return api;
}

/** Ad platforms whose app is not registered here are absent. */
export const kindsOf = (base: ReadBase): ReadonlyMap<DestinationId, DestinationKind> =>
  byRegistration(base, 'act/sync kinds', (settings) => {
    const https = createHttpsDestination(() => (url, call) => endpoint(base, url, call));
    const sandbox = sandboxConversions(() => sandboxApi(base));
    return new Map([...createDestinations(settings, base), [https.id, https], [sandbox.id, sandbox]]);
  });

/** Undefined where Meta's app is not registered here. */
export const datasetsOf = (base: ReadBase): MetaDatasets | undefined =>
  byRegistration(base, 'act/sync datasets', ({ meta }) => makeDatasets(base, meta));

function makeDatasets(
  { clock, log }: ReadBase,
  { clientSecret, url = META_API, apiVersion }: ProviderSettings['meta'],
): MetaDatasets | undefined {
  if (clientSecret === undefined) return undefined;
  const options = { baseUrl: `${url}/${apiVersion}`, budget: new RequestBudget({ clock, perMinute: REQUESTS_PER_MINUTE }), log };
  return new MetaDatasets(new MetaApi(new Secret(clientSecret), options));
}

/** Platforms whose app is not registered here are absent. */
export const audiencesOf = (base: ReadBase): ReturnType<typeof createAudiences> =>
  byRegistration(base, 'act/sync audiences', (settings) => createAudiences(settings, base));

/** @throws ApiError */
export function requireAudienceKind(base: ReadBase, id: AudienceKind['id']): AudienceKind {
  const kind = audiencesOf(base).get(id);
  if (!kind) throw new ApiError('provider_not_configured', `${id} is not set up here.`);
  return kind;
}

export const secretContext = (destinationId: string): string => `conversion destination ${destinationId} secret`;

/** @throws ProviderFailure `reconnect` where there is none any more. */
export async function grantOf(base: Base, { destinationId, profileId, kind, ...destination }: Destination): Promise<Grant> {
  const { sealedSecret, connectionId } = destination;
  if (sealedSecret) return { accessToken: async () => openSecret(base, profileId, secretContext(destinationId), sealedSecret) };
  if (connectionId !== null) return connectionGrant(base, connectionId);
  throw new ProviderFailure(kind, 'reconnect', `${kind}: the destination has no access`);
}

/** Why an active destination does not work, also before something is sent to it. */
export function reasonOf(
  base: ReadBase,
  { kind, status, statusReason, connectionId, sealedSecret }: Destination,
): StatusReason | null {
  if (status !== 'active' || statusReason !== null) return statusReason;
  if (!kindsOf(base).has(kind)) return 'configuration';
  if (sealedSecret || connectionId === null) return null;
  const connection = findConnection(base, connectionId);
  const isUsable = connection?.removedAt === null && (connection.status === 'active' || connection.status === 'needs_action');
  return isUsable ? null : 'connection';
}

/** Kinds whose secret the service makes itself, as no other party has one. */
export const isSelfHeld = (kind: DestinationId): boolean => kind === 'https';
