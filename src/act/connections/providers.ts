// What can be connected, from seeds/providers.csv, and the clients of the platforms that this installation is registered with.
import type { Base, ReadBase } from '../../base/base.ts';
import { missingVariables } from '../../base/config/config.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { readSeed } from '../../base/kit/seeds.ts';
import { AD_PLATFORMS, type AdPlatform, type AdPlatformId } from '../../providers/ad-platform.ts';
import { createGoogleAds } from '../../providers/google-ads/client.ts';
import { RequestBudget } from '../../providers/http/budget.ts';
import { createLinkedIn } from '../../providers/linkedin/client.ts';
import { createMeta } from '../../providers/meta/client.ts';
import { createMicrosoftAds } from '../../providers/microsoft-ads/client.ts';
import { createSandboxAds } from '../../providers/sandbox/client.ts';
import { Secret } from '../../providers/secret.ts';
import { createTikTok } from '../../providers/tiktok/client.ts';
import { sandboxOf } from '../../sandbox/index.ts';

export interface Provider {
  id: AdPlatformId;
  name: string;
  kind: 'ad_platform';
  /** How many days back the platform corrects its figures. */
  restatedDays: number;
}

const REQUESTS_PER_MINUTE = 300;

const isAdPlatform = (id: string): id is AdPlatformId => AD_PLATFORMS.some((each) => each === id);

export const providers = (): Provider[] =>
  readSeed('providers').flatMap(({ provider = '', name = '', restated_days }) =>
    isAdPlatform(provider) ? [{ id: provider, name, kind: 'ad_platform' as const, restatedDays: Number(restated_days) }] : [],
  );

/** What can be connected here: the sandbox, and what this installation is registered with. */
export const connectableProviders = ({ config }: Pick<ReadBase, 'config'>): Provider[] =>
  providers().filter(({ id }) => id === 'sandbox' || missingVariables(config, id).length === 0);

/** @throws ApiError `not_found` */
export function providerOf(id: string): Provider {
  const found = providers().find((each) => each.id === id);
  if (found) return found;
  const known = providers().map((each) => each.id);
  throw new ApiError('not_found', `There is no provider of this name; there are ${known.join(', ')}.`);
}

/** @throws ApiError `provider_not_configured` naming the variables that have no value. */
export async function platformOf(base: ReadBase, { id, name }: Provider): Promise<AdPlatform> {
  if (id === 'sandbox') return sandboxPlatform(base);
  const platform = registeredPlatform(base, id);
  if (platform) return platform;
  checkRegistration(base, { id, name });
  throw new Error(`${id} has no client`);
}

/** @throws ApiError `provider_not_configured` naming the variables that have no value. The sandbox needs none. */
export function checkRegistration({ config }: Pick<Base, 'config'>, { id, name }: Pick<Provider, 'id' | 'name'>): void {
  const missing = id === 'sandbox' ? [] : missingVariables(config, id);
  if (missing.length === 0) return;
  const variables = missing.join(', ');
  throw new ApiError('provider_not_configured', `${name} is not set up here. The operator has to give values to: ${variables}.`);
}

type Registered = Exclude<AdPlatformId, 'sandbox'>;

/** Undefined where this installation is not registered. */
export function registeredPlatform(base: ReadBase, id: Registered): AdPlatform | undefined {
  const known = base.memo('ad platforms', () => new Map<Registered, AdPlatform>());
  const platform = known.get(id) ?? createPlatform(base, id);
  if (platform) known.set(id, platform);
  return platform;
}

function createPlatform({ config, clock, log }: ReadBase, id: Registered): AdPlatform | undefined {
  const { meta, google_ads, tiktok, linkedin, microsoft_ads } = config.providers;
  const budget = new RequestBudget({ clock, perMinute: REQUESTS_PER_MINUTE });
  switch (id) {
    case 'meta':
      return createMeta(meta, { clock, log });
    case 'google_ads':
      return createGoogleAds(google_ads, { clock, log });
    case 'tiktok':
      return createTikTok(tiktok, { clock, log });
    case 'linkedin': {
      const { clientId, clientSecret, apiVersion, url } = linkedin;
      if (clientId === undefined || clientSecret === undefined) return undefined;
      return createLinkedIn({ clientId, clientSecret: new Secret(clientSecret), apiVersion, url, budget, log });
    }
    case 'microsoft_ads': {
      const { clientId, clientSecret, developerToken, url } = microsoft_ads;
      if (clientId === undefined || clientSecret === undefined || developerToken === undefined) return undefined;
      const secrets = { clientSecret: new Secret(clientSecret), developerToken: new Secret(developerToken) };
      return createMicrosoftAds({ clientId, ...secrets, url, budget, log });
    }
  }
}

/** The sandbox listens on another port after each start. */
async function sandboxPlatform(base: ReadBase): Promise<AdPlatform> {
  const { url, clientId, clientSecret } = await sandboxOf(base);
  const known = base.memo('sandbox platforms', () => new Map<string, AdPlatform>());
  const budget = new RequestBudget({ clock: base.clock, perMinute: REQUESTS_PER_MINUTE });
  const platform =
    known.get(url) ?? createSandboxAds({ url, clientId, clientSecret: new Secret(clientSecret), budget, log: base.log });
  known.set(url, platform);
  return platform;
}
