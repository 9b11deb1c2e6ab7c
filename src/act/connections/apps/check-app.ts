// Asks a provider whether it knows an app: a code that nobody has is exchanged at its token endpoint. Nothing is granted, and the provider says what
// it does not accept.
import { createHmac } from 'node:crypto';
import type { ReadBase } from '../../../base/base.ts';
import { appSettings, appValue } from '../../../base/config/config.ts';
import { machineTime } from '../../../base/kit/clock.ts';
import { ProviderFailure } from '../../../providers/http/failure.ts';
import { callbackAddress } from '../links.ts';
import { makeConnectable, type Provider } from '../providers.ts';
import { type AppCheck, judgeAnswer } from './judge-answer.ts';
import type { ProviderSettings } from './registrations.ts';
import { configuredProvider } from './wizard.ts';
import { WIZARDS } from './wizards.ts';

const CODE = 'tributary-app-check';
/** As long as PKCE wants it. */
const VERIFIER = CODE.repeat(3);
const NOT_CHECKABLE: AppCheck = { status: 'not_checkable', code: null, words: null };

export async function checkApp(
  base: ReadBase,
  provider: Provider,
  settings: ProviderSettings,
  shop: string | undefined,
): Promise<AppCheck> {
  const id = configuredProvider(provider);
  const { needsShop = false, uncheckable, says = [] } = WIZARDS[id] ?? {};
  const { oauth } = makeConnectable(base, provider, settings) ?? {};
  if (!oauth || uncheckable !== undefined || (needsShop && shop === undefined)) return NOT_CHECKABLE;
  const redirectUri = callbackAddress(base, provider);
  const callback = callbackOf(redirectUri, shop, {
    secret: appValue(settings, id, 'clientSecret') ?? '',
    machineNow: machineTime(base.clock),
  });
  const secrets = appSettings(id).flatMap(({ name }) => (name === 'clientId' ? [] : (appValue(settings, id, name) ?? [])));
  const request = { callback, redirectUri, state: CODE, codeVerifier: VERIFIER, now: base.clock.now() };
  try {
    await oauth.exchangeCode({ ...request, machineNow: machineTime(base.clock) });
    return { status: 'accepted', code: null, words: null };
  } catch (error) {
    if (error instanceof ProviderFailure) return judgeAnswer(error, says, secrets);
    throw error;
  }
}

/** As a provider sends a browser back, TikTok's name of the code included; a shop of Shopify signs it with the secret of the app. */
function callbackOf(
  redirectUri: string,
  shop: string | undefined,
  { secret, machineNow }: { secret: string; machineNow: number },
): URL {
  const url = new URL(redirectUri);
  const parameters: Record<string, string> = { auth_code: CODE, code: CODE, state: CODE };
  if (shop !== undefined) Object.assign(parameters, { shop, timestamp: String(Math.floor(machineNow / 1_000)) });
  const entries = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, value] of entries) url.searchParams.set(name, value);
  if (shop !== undefined)
    url.searchParams.set('hmac', createHmac('sha256', secret).update(url.searchParams.toString()).digest('hex'));
  return url;
}
