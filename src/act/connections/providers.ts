// The list of providers, from seeds/providers.csv, and the clients of the platforms that this installation is registered with.
import { z } from 'zod';
import type { ReadBase } from '../../base/base.ts';
import { missingVariables } from '../../base/config/config.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { readSeed } from '../../base/kit/seeds.ts';
import { AD_PLATFORMS, type AdPlatform, type AdPlatformId } from '../../providers/ad-platform.ts';
import { adPlatformErrorOf } from '../../providers/ad-platform-errors.ts';
import { createAmazonAds } from '../../providers/amazon-ads/client.ts';
import { CALENDAR_SOURCES, type CalendarSource, type CalendarSourceId } from '../../providers/calendar-source.ts';
import { createGmail } from '../../providers/gmail/client.ts';
import { createGoogleAds } from '../../providers/google-ads/client.ts';
import { createGoogleCalendar } from '../../providers/google-calendar/client.ts';
import { RequestBudget } from '../../providers/http/budget.ts';
import { ProviderFailure } from '../../providers/http/failure.ts';
import { createLinkedIn } from '../../providers/linkedin/client.ts';
import { MAILBOXES, type Mailbox, type MailboxId } from '../../providers/mailbox/mailbox.ts';
import { createMeta } from '../../providers/meta/client.ts';
import { createMicrosoftAds } from '../../providers/microsoft-ads/client.ts';
import { createMicrosoftCalendar } from '../../providers/microsoft-calendar/client.ts';
import type { OAuthFlow } from '../../providers/oauth/client.ts';
import { createOpenAiAds } from '../../providers/openai-ads/client.ts';
import { createOutlook } from '../../providers/outlook/client.ts';
import { createPinterest } from '../../providers/pinterest/client.ts';
import { RECORD_SOURCES, type RecordSource, type RecordSourceId } from '../../providers/record-source.ts';
import { createReddit } from '../../providers/reddit/client.ts';
import { createSandboxAds } from '../../providers/sandbox/client.ts';
import { Secret } from '../../providers/secret.ts';
import { createSmtp } from '../../providers/smtp/client.ts';
import { createSnap } from '../../providers/snap/client.ts';
import { createTikTok } from '../../providers/tiktok/client.ts';
import { createWhatsApp, WHATSAPP, type WhatsApp } from '../../providers/whatsapp/client.ts';
import { sandboxOf } from '../../sandbox/index.ts';
import { byRegistration, type ProviderSettings, settingsOf, withSettings } from './apps/registrations.ts';
import { createSource } from './records/sources.ts';

export type ProviderId = AdPlatformId | RecordSourceId | CalendarSourceId | MailboxId | typeof WHATSAPP;

export interface Provider {
  id: ProviderId;
  name: string;
  kind: 'ad_platform' | 'payments' | 'commerce' | 'crm' | 'calendar' | 'email' | 'messaging';
  capabilities: Capability[];
  /** The number of past days for which an ad platform corrects its figures. */
  restatedDays: number;
}

/** The part of a client that connecting uses, for all kinds of accounts. */
export type Connectable = Pick<AdPlatform, 'scopes' | 'listAccounts'> &
  Pick<RecordSource, 'oauth' | 'fields' | 'openCredentials'> &
  Partial<Pick<RecordSource, 'hookPlace'>> & { readonly id: ProviderId };

const REQUESTS_PER_MINUTE = 300;

const capabilityShape = z.enum([
  ...(['spend', 'catalogue', 'changes', 'payments', 'deals', 'leads', 'calendars', 'events', 'messages'] as const),
]);
export type Capability = z.infer<typeof capabilityShape>;
const kindShape = z.enum(['ad_platform', 'payments', 'commerce', 'crm', 'calendar', 'email', 'messaging']);
const isAdPlatform = (id: string): id is AdPlatformId => AD_PLATFORMS.some((each) => each === id);
const isRecordSource = (id: string): id is RecordSourceId => RECORD_SOURCES.some((each) => each === id);
const isCalendarSource = (id: string): id is CalendarSourceId => CALENDAR_SOURCES.some((each) => each === id);
const isMailbox = (id: string): id is MailboxId => MAILBOXES.some((each) => each === id);
const isProvider = (id: string): id is ProviderId =>
  isAdPlatform(id) || isRecordSource(id) || isCalendarSource(id) || isMailbox(id) || id === WHATSAPP;

export const providers = (): Provider[] =>
  readSeed('providers').flatMap(({ provider = '', name = '', kind, capabilities = '', restated_days }) => {
    const can = capabilities.split(' ').map((each) => capabilityShape.parse(each));
    return isProvider(provider)
      ? [{ id: provider, name, kind: kindShape.parse(kind), capabilities: can, restatedDays: Number(restated_days) }]
      : [];
  });

/** Payments, orders, deals or leads are read there. */
export const hasRecords = ({ id }: Pick<Provider, 'id'>): boolean => isRecordSource(id);

/** The providers that can be connected here: the sandbox, and the platforms that this installation is registered with. */
export const connectableProviders = (base: ReadBase): Provider[] =>
  providers().filter(({ id }) => id === 'sandbox' || missingVariables(settingsOf(base), id).length === 0);

/** @throws ApiError `not_found` */
export function providerOf(id: string): Provider {
  const found = providers().find((each) => each.id === id);
  if (found) return found;
  const known = providers().map((each) => each.id);
  throw new ApiError(
    'not_found',
    `There is no provider of this name; there are ${known.join(', ')}. Where conversions and audiences are sent is a destination: POST /exports/destinations, or the page Destinations.`,
  );
}

/** @throws ApiError `provider_not_configured` naming the variables that have no value. */
export async function platformOf(base: ReadBase, { id, name }: Provider): Promise<AdPlatform> {
  if (id === 'sandbox') return sandboxPlatform(base);
  const platform = isAdPlatform(id) ? registeredPlatform(base, id) : undefined;
  if (platform) return platform;
  checkRegistration(base, { id, name });
  throw new Error(`${id} has no client`);
}

/** Undefined where this installation is not registered, and for ad platforms. */
export function registeredSource(base: ReadBase, { id }: Pick<Provider, 'id'>): RecordSource | undefined {
  return isRecordSource(id) ? byRegistration(base, id, (settings) => createSource(base, id, settings)) : undefined;
}

/** Undefined where this installation is not registered, and for the sandbox, which needs no registration. */
export const registeredClient = (
  base: ReadBase,
  { id }: Pick<Provider, 'id'>,
): AdPlatform | RecordSource | CalendarSource | Mailbox | WhatsApp | undefined => {
  if (isAdPlatform(id)) return id === 'sandbox' ? undefined : registeredPlatform(base, id);
  return (
    registeredSource(base, { id }) ??
    registeredCalendar(base, { id }) ??
    registeredMailbox(base, { id }) ??
    registeredWhatsApp(base, { id })
  );
};

/** Undefined where this installation is not registered, and for what is no mailbox. */
export function registeredMailbox(base: ReadBase, { id }: Pick<Provider, 'id'>): Mailbox | undefined {
  return isMailbox(id) ? byRegistration(base, id, (settings) => createMailbox(base, id, settings)) : undefined;
}

function createMailbox({ clock, log }: ReadBase, id: MailboxId, { gmail, outlook, smtp }: ProviderSettings): Mailbox | undefined {
  if (id === 'gmail') return createGmail(gmail, { clock, log });
  if (id === 'outlook') return createOutlook(outlook, { clock, log });
  return createSmtp({ ownServers: smtp.ownServers.split(' ').filter((each) => each !== ''), now: clock.now });
}

/** @throws ApiError `provider_not_configured` naming the variables that have no value. */
export function mailboxOf(base: ReadBase, provider: Provider): Mailbox {
  const mailbox = registeredMailbox(base, provider);
  if (mailbox) return mailbox;
  checkRegistration(base, provider);
  throw new Error(`${provider.id} has no client`);
}

/** Undefined where this installation is not registered, and for other providers. */
export function registeredWhatsApp(base: ReadBase, { id }: Pick<Provider, 'id'>): WhatsApp | undefined {
  if (id !== WHATSAPP) return undefined;
  const { clock, log } = base;
  return byRegistration(base, id, ({ whatsapp }) => createWhatsApp(whatsapp, { clock, log }));
}

/** @throws ApiError `provider_not_configured` naming the variables that have no value. */
export function whatsAppOf(base: ReadBase, provider: Provider): WhatsApp {
  const client = registeredWhatsApp(base, provider);
  if (client) return client;
  checkRegistration(base, provider);
  throw new Error(`${provider.id} has no client`);
}

/** The fields of the page of a link, of clients that have some. */
export const formOf = (
  base: ReadBase,
  provider: Pick<Provider, 'id'>,
): Pick<RecordSource, 'fields' | 'openCredentials'> | undefined =>
  registeredForm(base, provider) ??
  registeredSource(base, provider) ??
  registeredMailbox(base, provider) ??
  registeredWhatsApp(base, provider);

const registeredForm = (base: ReadBase, { id }: Pick<Provider, 'id'>): AdPlatform | undefined =>
  isAdPlatform(id) && id !== 'sandbox' ? registeredPlatform(base, id) : undefined;

/** @throws ApiError `provider_not_configured` naming the variables that have no value. */
export function recordSourceOf(base: ReadBase, provider: Provider): RecordSource {
  const source = registeredSource(base, provider);
  if (source) return source;
  checkRegistration(base, provider);
  throw new Error(`${provider.id} has no client`);
}

/** @throws ApiError `provider_not_configured` naming the variables that have no value. */
export function calendarSourceOf(base: ReadBase, provider: Provider): CalendarSource {
  const source = registeredCalendar(base, provider);
  if (source) return source;
  checkRegistration(base, provider);
  throw new Error(`${provider.id} has no client`);
}

/** Undefined where this installation is not registered, and for other kinds. */
function registeredCalendar(base: ReadBase, { id }: Pick<Provider, 'id'>): CalendarSource | undefined {
  return isCalendarSource(id) ? byRegistration(base, id, (settings) => createCalendar(base, id, settings)) : undefined;
}

function createCalendar({ clock, log }: ReadBase, id: CalendarSourceId, settings: ProviderSettings): CalendarSource | undefined {
  if (id === 'google_calendar') return createGoogleCalendar(settings.google_calendar, { clock, log });
  return createMicrosoftCalendar(settings.microsoft_calendar, { clock, log });
}

/** The client of a provider with other settings than those in force. Undefined where one that it needs has no value, and for the sandbox. */
export function makeConnectable(
  base: ReadBase,
  { id }: Pick<Provider, 'id'>,
  settings: ProviderSettings,
): Connectable | undefined {
  if (isAdPlatform(id)) return id === 'sandbox' ? undefined : createPlatform(withSettings(base, settings), id);
  if (isRecordSource(id)) return createSource(base, id, settings);
  if (isMailbox(id)) return createMailbox(base, id, settings);
  if (isCalendarSource(id)) return createCalendar(base, id, settings);
  return createWhatsApp(settings.whatsapp, { clock: base.clock, log: base.log });
}

/** A provider's refusal of a connecting person, with the catalogue's codes. */
export async function refusing<T>(name: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProviderFailure) throw adPlatformErrorOf(error, { name, use: 'read' });
    throw error;
  }
}

/** The provider's own page on which a person grants access. @throws ApiError `invalid_state` where credentials are typed in instead. */
export function oauthOf({ oauth }: Connectable, { name }: Provider): OAuthFlow {
  if (!oauth)
    throw new ApiError('invalid_state', `${name} has no page to grant access on: enter the credentials on the page of the link.`);
  return oauth;
}

/** @throws ApiError `provider_not_configured` naming the variables that have no value. */
export async function connectableOf(base: ReadBase, provider: Provider): Promise<Connectable> {
  if (provider.kind === 'ad_platform') return platformOf(base, provider);
  if (provider.kind === 'email') return mailboxOf(base, provider);
  if (provider.kind === 'messaging') return whatsAppOf(base, provider);
  return provider.kind === 'calendar' ? calendarSourceOf(base, provider) : recordSourceOf(base, provider);
}

/** @throws ApiError `provider_not_configured` naming the variables that have no value. The sandbox needs none. */
export function checkRegistration(base: ReadBase, { id, name }: Pick<Provider, 'id' | 'name'>): void {
  const missing = id === 'sandbox' ? [] : missingVariables(settingsOf(base), id);
  if (missing.length === 0) return;
  const variables = missing.join(', ');
  throw new ApiError(
    'provider_not_configured',
    `${name} is not set up here. The operator has to enter an app of it on the page Connections, or to give values to: ${variables}.`,
  );
}

type Registered = Exclude<AdPlatformId, 'sandbox'>;

/** Undefined where this installation is not registered. */
export function registeredPlatform(base: ReadBase, id: Registered): AdPlatform | undefined {
  return byRegistration(base, id, (settings) => createPlatform(withSettings(base, settings), id));
}

function createPlatform({ config, clock, log }: ReadBase, id: Registered): AdPlatform | undefined {
  const { meta, google_ads, tiktok, linkedin, microsoft_ads, reddit, pinterest, snap, amazon_ads, openai_ads } = config.providers;
  const budget = new RequestBudget({ clock, perMinute: REQUESTS_PER_MINUTE });
  switch (id) {
    case 'meta':
      return createMeta(meta, { clock, log });
    case 'google_ads':
      return createGoogleAds(google_ads, { clock, log });
    case 'tiktok':
      return createTikTok(tiktok, { clock, log });
    case 'reddit':
      return createReddit(reddit, { clock, log });
    case 'pinterest':
      return createPinterest(pinterest, { clock, log });
    case 'snap':
      return createSnap(snap, { clock, log });
    case 'amazon_ads':
      return createAmazonAds(amazon_ads, { clock, log });
    case 'openai_ads':
      return createOpenAiAds(openai_ads, { clock, log });
    case 'linkedin': {
      const { clientId, clientSecret, apiVersion, url, hasConversions } = linkedin;
      if (clientId === undefined || clientSecret === undefined) return undefined;
      const secret = new Secret(clientSecret);
      return createLinkedIn({ clientId, clientSecret: secret, apiVersion, url, hasConversions, budget, log });
    }
    case 'microsoft_ads': {
      const { clientId, clientSecret, developerToken, apiVersion, url } = microsoft_ads;
      if (clientId === undefined || clientSecret === undefined || developerToken === undefined) return undefined;
      const secrets = { clientSecret: new Secret(clientSecret), developerToken: new Secret(developerToken) };
      return createMicrosoftAds({ clientId, apiVersion, ...secrets, url, budget, log });
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
