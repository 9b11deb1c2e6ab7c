// Configuration: read once at the start from the environment and the command line, checked, never read again elsewhere.
import { createPublicKey } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';
import { backups } from './backup-settings.ts';
import { exports } from './export-settings.ts';
import { apiVersion, appAt, conversionScope, developerToken, redditConversionId, serverUrl } from './provider-parts.ts';
import {
  bool,
  figures,
  type Group,
  intake,
  languageModel,
  people,
  place,
  plans,
  type Setting,
  secondEngine,
  setting,
  text,
  webAddress,
  webhooks,
} from './setting-list.ts';

/** Literal addresses with ports, as `10.0.0.5:587`, with blanks between them. */
const isServerAddress = (each: string): boolean =>
  /:\d{1,5}$/.test(each) && isIP(each.replace(/:\d{1,5}$/, '').replace(/^\[|\]$/g, '')) !== 0;
const serverAddresses = z
  .string()
  .refine(
    (all) => all.split(' ').every((each) => each === '' || isServerAddress(each)),
    'must be literal addresses with ports, such as 10.0.0.5:587',
  );

function isPublicKey(spki: string): boolean {
  try {
    createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
    return true;
  } catch {
    return false;
  }
}

/** The same for all apps. */
const HIGHLEVEL_KEY = 'MCowBQYDK2VwAyEAi2HR1srL4o18O8BRa7gVJY7G7bupbN3H9AwJrHCDiOg=';

/** A provider per line; `config.providers.<id>` has the values. */
const providers = {
  meta: { ...appAt('META', 'Meta'), ...apiVersion('META', 'v26.0') },
  google_ads: {
    ...appAt('GOOGLE_ADS', 'Google Ads'),
    ...developerToken('GOOGLE_ADS', 'Google Ads'),
    ...apiVersion('GOOGLE_ADS', 'v26'),
    ...conversionScope('GOOGLE_ADS', 'Google', 'datamanager', 'the consent screen of your project must list it'),
  },
  tiktok: { ...appAt('TIKTOK', 'TikTok'), ...apiVersion('TIKTOK', 'v1.3') },
  linkedin: {
    ...appAt('LINKEDIN', 'LinkedIn'),
    ...apiVersion('LINKEDIN', '202610'),
    ...conversionScope('LINKEDIN', 'LinkedIn', 'rw_conversions', 'LinkedIn must have approved your app for the Conversions API'),
  },
  microsoft_ads: {
    ...appAt('MICROSOFT_ADS', 'Microsoft Advertising'),
    ...apiVersion('MICROSOFT_ADS', 'v13'),
    ...developerToken('MICROSOFT_ADS', 'Microsoft Advertising'),
  },
  amazon_ads: appAt('AMAZON_ADS', 'Amazon Ads'),
  hubspot: {
    ...appAt('HUBSPOT', 'HubSpot'),
    ...apiVersion('HUBSPOT', '2026-09'),
    allowsOldSignatures: setting(
      'TRIBUTARY_HUBSPOT_OLD_SIGNATURES',
      bool.default(false),
      'Accepts webhooks of HubSpot with a signature of version 1 or 2 alone, which say nothing of the time; set it if yours have no version 3.',
    ),
  },
  pipedrive: appAt('PIPEDRIVE', 'Pipedrive'),
  gohighlevel: {
    ...appAt('GOHIGHLEVEL', 'HighLevel'),
    ...apiVersion('GOHIGHLEVEL', '2021-07-28'),
    webhookKey: setting(
      'TRIBUTARY_GOHIGHLEVEL_WEBHOOK_KEY',
      text.refine(isPublicKey, 'must be a public key (SPKI) in base64').default(HIGHLEVEL_KEY),
      'Public key that HighLevel signs webhooks with (Ed25519, SPKI in base64), if it has changed.',
    ),
  },
  stripe: appAt('STRIPE', 'Stripe Connect'),
  mercado_pago: {
    ...appAt('MERCADO_PAGO', 'Mercado Pago'),
    webhookSecret: setting(
      'TRIBUTARY_MERCADO_PAGO_WEBHOOK_SECRET',
      text.optional(),
      'Secret of the webhooks of that app; nobody can connect when absent.',
    ),
  },
  shopify: {
    ...appAt('SHOPIFY', 'Shopify'),
    ...apiVersion('SHOPIFY', '2026-10'),
    allOrders: setting(
      'TRIBUTARY_SHOPIFY_ALL_ORDERS',
      bool.default(false),
      'Requests orders of more than the last 60 days too (`read_all_orders`), for which Shopify must have approved your app.',
    ),
  },
  // A shop issues keys of its own, so that no app is registered.
  woocommerce: {
    url: setting(
      'TRIBUTARY_WOOCOMMERCE_URL',
      webAddress.optional(),
      'A URL that replaces the addresses of all shops, such as a test server.',
    ),
  },
  google_calendar: appAt('GOOGLE_CALENDAR', 'Google Calendar'),
  gmail: appAt('GMAIL', 'Gmail'),
  outlook: {
    ...appAt('OUTLOOK', 'Outlook'),
    tenant: setting(
      'TRIBUTARY_OUTLOOK_TENANT',
      text.max(100).default('common'),
      'Whose mailboxes may connect: `common`, `organizations`, `consumers`, or the id of one tenant, for an app that is registered in it alone.',
    ),
  },
  microsoft_calendar: {
    ...appAt('MICROSOFT_CALENDAR', 'Microsoft 365'),
    tenant: setting(
      'TRIBUTARY_MICROSOFT_CALENDAR_TENANT',
      text.max(100).default('common'),
      'Whose accounts may connect: `common`, `organizations`, or the id of one tenant, for an app that is registered in it alone.',
    ),
  },
  // People type in their own servers, so that no app is registered.
  smtp: {
    ownServers: setting(
      'TRIBUTARY_OWN_MAIL_SERVERS',
      serverAddresses.default(''),
      'Mail servers in your own network that mailboxes may be connected to, as literal addresses with ports and blanks between them, such as `10.0.0.5:587 10.0.0.5:143`. TLS is used where such a server offers it, without a check of its certificate. All other servers must be public and have a valid certificate.',
    ),
  },
  whatsapp: {
    appSecret: setting(
      'TRIBUTARY_WHATSAPP_APP_SECRET',
      text.optional(),
      'Secret of your app at Meta with the product WhatsApp, which signs its webhooks; nobody can connect when absent.',
    ),
    verifyToken: setting(
      'TRIBUTARY_WHATSAPP_VERIFY_TOKEN',
      text.optional(),
      'A text of your choice that Meta sends once, when the address of webhooks is entered there.',
    ),
    signUpAppId: setting(
      'TRIBUTARY_WHATSAPP_SIGNUP_APP_ID',
      z.string().trim().max(100).default(''),
      'Id of the same app, for the embedded sign-up of Meta: with it and the next, people connect on a page of Meta in place of entering a token.',
    ),
    signUpConfigId: setting(
      'TRIBUTARY_WHATSAPP_SIGNUP_CONFIG_ID',
      z.string().trim().max(100).default(''),
      'Id of the configuration of Facebook Login for Business with the login variation WhatsApp Embedded Signup.',
    ),
    ...apiVersion('WHATSAPP', 'v26.0'),
    url: serverUrl('WHATSAPP', 'the WhatsApp Cloud API'),
  },
  // Sheets are read by their own addresses, so that no app is registered.
  google_sheets: { url: serverUrl('GOOGLE_SHEETS', 'Google Sheets') },
  // An account has keys of its own, so that no app is registered.
  openai_ads: { url: serverUrl('OPENAI_ADS', 'OpenAI advertising') },
  // Conversions go to these with a token that the platform gives its customer, for which no app is registered.
  pinterest: appAt('PINTEREST', 'Pinterest'),
  snap: appAt('SNAP', 'Snap'),
  reddit: {
    ...appAt('REDDIT', 'Reddit'),
    ...redditConversionId,
  },
};
export type ConfiguredProvider = keyof typeof providers;

const development = {
  checkResponses: setting(
    'TRIBUTARY_CHECK_RESPONSES',
    bool.default(false),
    'Checks every response against the contract, and returns an error if it does not match.',
  ),
};

const providerIds = Object.keys(providers) as ConfiguredProvider[];
export const findConfigured = (id: string): ConfiguredProvider | undefined => providerIds.find((each) => each === id);
const providerEntries = (): [ConfiguredProvider, Group][] => providerIds.map((id) => [id, providers[id]]);

/** The settings of all providers in one list. */
const rowsOf = (): Group =>
  Object.fromEntries(
    providerEntries().flatMap(([id, group]) => Object.entries(group).map(([name, each]) => [`${id}.${name}`, each])),
  );

/** The variable of a setting by its place in the configuration. */
function variableOf(path: readonly PropertyKey[]): string {
  const key = path[0] === 'providers' ? path.slice(1).join('.') : String(path[0]);
  const all: Group = { ...settings, ...rowsOf() };
  return all[key]?.variable ?? key;
}

/** All settings, as the page of settings groups them. */
export const settingGroups: Record<string, Record<string, Setting>> = {
  'Address and data folder': place,
  'Receiving data': intake,
  'Figures, memory and disk': figures,
  Backups: backups,
  'Exports of figures': exports,
  'Second engine': secondEngine,
  'Accounts, mail and agents': people,
  Plans: plans,
  'A language model': languageModel,
  'Connections to providers': rowsOf(),
  Webhooks: webhooks,
  Development: development,
};

const settings = {
  ...place,
  ...intake,
  ...figures,
  ...backups,
  ...exports,
  ...secondEngine,
  ...people,
  ...plans,
  ...languageModel,
  ...webhooks,
  ...development,
};

type Shape<Settings extends Group> = { [Name in keyof Settings]: Settings[Name] extends Setting<infer Value> ? Value : never };
const shapeOf = <Settings extends Group>(group: Settings): z.ZodObject<Shape<Settings>> =>
  z.object(Object.fromEntries(Object.entries(group).map(([name, { value }]) => [name, value])) as Shape<Settings>);

type ProviderShapes = { [Id in ConfiguredProvider]: z.ZodObject<Shape<(typeof providers)[Id]>> };
const providerShapes = Object.fromEntries(
  Object.entries(providers).map(([id, group]) => [id, shapeOf<Group>(group)]),
) as unknown as ProviderShapes;

const providersShape = z.object(providerShapes);
const schema = shapeOf(settings).extend({ providers: providersShape });
export type Config = z.infer<typeof schema>;

export type ConfigInput = Partial<Record<Exclude<keyof Config, 'providers'>, unknown>> & {
  providers?: Partial<Record<ConfiguredProvider, Record<string, unknown>>>;
};

/** Environment first, then `given`, which wins. Throws an Error whose message names every bad value by its variable. */
export function readConfig(
  { providers: givenProviders = {}, ...options }: ConfigInput,
  env: NodeJS.ProcessEnv = process.env,
): Config {
  const input: Record<string, unknown> = valuesOf(settings, options, env);
  input['providers'] = Object.fromEntries(
    providerEntries().map(([id, group]) => [id, valuesOf(group, givenProviders[id] ?? {}, env)]),
  );
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.map((issue) => `${variableOf(issue.path)}: ${issue.message}`);
  throw new Error(`The configuration is not usable. ${reasons.join('; ')}`);
}

function valuesOf(group: Group, input: Record<string, unknown>, env: NodeJS.ProcessEnv): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, { variable }] of Object.entries(group)) if (env[variable]) values[name] = env[variable];
  for (const [name, value] of Object.entries(input)) if (value !== undefined) values[name] = value;
  return values;
}

/** A setting that the registration as an app at a provider gives, and without which nobody can connect there. */
export interface AppSetting {
  name: string;
  variable: string;
}

export const appSettings = (id: ConfiguredProvider): AppSetting[] =>
  Object.entries<Setting>(providers[id])
    .filter(([name, { value }]) => name !== 'url' && value.safeParse(undefined).success && value.parse(undefined) === undefined)
    .map(([name, { variable }]) => ({ name, variable }));

/** The value of one of `appSettings`, where it has one. */
export function appValue(all: Config['providers'], id: ConfiguredProvider, name: string): string | undefined {
  const values: Record<string, unknown> = all[id];
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** The settings with those of an app in the place of what a provider has. Throws where a value is none that the setting allows. */
export const withAppValues = (
  all: Config['providers'],
  id: ConfiguredProvider,
  values: Readonly<Record<string, string>>,
): Config['providers'] => providersShape.parse({ ...all, [id]: { ...all[id], ...values } });

/** The variables that connecting an account of the provider needs, and that have no value. */
export const missingVariables = (all: Config['providers'], id: ConfiguredProvider): string[] =>
  appSettings(id)
    .filter(({ name }) => appValue(all, id, name) === undefined)
    .map(({ variable }) => variable);
