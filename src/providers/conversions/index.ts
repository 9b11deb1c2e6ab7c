// Every ad platform that this installation can send conversions to.
import type { Logger } from 'pino';
import type { Config } from '../../base/config/config.ts';
import type { Clock } from '../../base/kit/clock.ts';
import { RequestBudget } from '../http/budget.ts';
import type { ProviderClient } from '../http/client.ts';
import { MetaApi } from '../meta/api.ts';
import { Secret } from '../secret.ts';
import { TikTokApi } from '../tiktok/api.ts';
import type { DestinationId, DestinationKind } from './destination.ts';
import { DATA_MANAGER, dataManagerClient, googleConversions } from './google.ts';
import { adjustmentsClient, GOOGLE_ADS_API } from './google-adjustments.ts';
import { linkedInConversions, linkedInConversionsClient } from './linkedin.ts';
import { metaConversions } from './meta.ts';
import { MICROSOFT_CAMPAIGNS, microsoftConversions, microsoftConversionsClient } from './microsoft.ts';
import { OPENAI_EVENTS, openAiClient, openAiConversions } from './openai.ts';
import { PINTEREST_API, pinterestClient, pinterestConversions } from './pinterest.ts';
import { REDDIT_API, redditClient, redditConversions } from './reddit.ts';
import { SNAP_API, snapClient, snapConversions } from './snap.ts';
import { tiktokConversions } from './tiktok.ts';

export interface DestinationOptions {
  clock: Clock;
  log?: Logger;
  timeoutMs?: number;
}

const META_API = 'https://graph.facebook.com';
const TIKTOK_API = 'https://business-api.tiktok.com';
const LINKEDIN_API = 'https://api.linkedin.com';
const TIMEOUT_MS = 30_000;
const REQUESTS_PER_MINUTE = 300;

type Made = Parameters<typeof dataManagerClient>[0];

/** Destinations whose app is not registered are absent. */
export function createDestinations(
  config: Config['providers'],
  { clock, log, timeoutMs = TIMEOUT_MS }: DestinationOptions,
): ReadonlyMap<DestinationId, DestinationKind> {
  // A request is never repeated below: only the driver knows what may be sent twice.
  const common = () => ({
    timeoutMs,
    attempts: 1,
    budget: new RequestBudget({ clock, perMinute: REQUESTS_PER_MINUTE }),
    ...(log ? { log } : {}),
  });
  const client = (make: (options: Made) => ProviderClient, url: string | undefined, own: string, path = '') =>
    make({ ...common(), baseUrl: `${(url ?? own).replace(/\/$/, '')}${path}` });
  const {
    meta,
    google_ads: google,
    tiktok,
    linkedin,
    microsoft_ads: microsoft,
    pinterest,
    snap,
    reddit,
    openai_ads: openAi,
  } = config;
  const kinds: DestinationKind[] = [
    pinterestConversions(client(pinterestClient, pinterest.url, PINTEREST_API, '/v5')),
    snapConversions(client(snapClient, snap.url, SNAP_API, '/v3')),
    redditConversions(client(redditClient, reddit.url, REDDIT_API), reddit.conversionId),
    openAiConversions(client(openAiClient, openAi.url, OPENAI_EVENTS, '/v1')),
  ];
  if (meta.clientSecret !== undefined)
    kinds.push(
      metaConversions(
        new MetaApi(new Secret(meta.clientSecret), { ...common(), baseUrl: `${meta.url ?? META_API}/${meta.apiVersion}` }),
      ),
    );
  if (google.clientSecret !== undefined) {
    const { developerToken: token, url, apiVersion } = google;
    const headers = { 'developer-token': token ?? '' };
    const ads = client((options) => adjustmentsClient({ ...options, headers }), url, GOOGLE_ADS_API, `/${apiVersion}`);
    kinds.push(googleConversions(client(dataManagerClient, url, DATA_MANAGER), token === undefined ? undefined : ads));
  }
  if (tiktok.clientSecret !== undefined) {
    const baseUrl = `${tiktok.url ?? TIKTOK_API}/open_api/${tiktok.apiVersion}`;
    kinds.push(tiktokConversions(new TikTokApi({ ...common(), baseUrl })));
  }
  if (linkedin.clientSecret !== undefined)
    kinds.push(linkedInConversions(client(linkedInConversionsClient, linkedin.url, LINKEDIN_API, '/rest'), linkedin.apiVersion));
  if (microsoft.clientSecret !== undefined && microsoft.developerToken !== undefined) {
    const campaigns = client(
      microsoftConversionsClient,
      microsoft.url,
      MICROSOFT_CAMPAIGNS,
      `/CampaignManagement/${microsoft.apiVersion}`,
    );
    kinds.push(microsoftConversions(campaigns, microsoft.developerToken));
  }
  return new Map(kinds.map((kind) => [kind.id, kind]));
}
