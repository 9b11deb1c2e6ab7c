// Configuration: read once at the start from the environment and the command line, checked, never read again elsewhere.
import { z } from 'zod';

/** One setting: the variable of the environment, what it may be, and what an operator is told of it. */
export interface Setting<T extends z.ZodType = z.ZodType> {
  variable: string;
  value: T;
  about: string;
}
type Group = Record<string, Setting>;
const setting = <T extends z.ZodType>(variable: string, value: T, about: string): Setting<T> => ({ variable, value, about });

const bool = z.union([z.boolean(), z.stringbool()]);
const count = z.coerce.number().int();
const webAddress = z.url({ protocol: /^https?$/ });
const text = z.string().min(1);

const place = {
  dataDir: setting('TRIBUTARY_DATA', text, 'The data folder; `--data` overrides it. Default: `warehouse/data`.'),
  host: setting(
    'TRIBUTARY_HOST',
    z.string().default('127.0.0.1'),
    'The address to listen on; `0.0.0.0` means all addresses of the machine.',
  ),
  port: setting('TRIBUTARY_PORT', count.min(0).max(65_535).default(8080), 'The port to listen on; 0 means any free port.'),
  baseUrl: setting(
    'TRIBUTARY_BASE_URL',
    z.url().optional(),
    'The public URL of the service behind its proxy, used in links, snippets and sign-in. Default: from host and port.',
  ),
  maxConnections: setting(
    'TRIBUTARY_MAX_CONNECTIONS',
    count.positive().default(4_096),
    'Maximum number of open connections; beyond it, the connection that has been idle longest is closed.',
  ),
  metricsToken: setting(
    'TRIBUTARY_METRICS_TOKEN',
    z.string().min(16).optional(),
    'A secret of at least 16 characters that `/metrics` requires (`Authorization: Bearer …`). Default: none required.',
  ),
  metricsLoopback: setting(
    'TRIBUTARY_METRICS_LOOPBACK',
    bool.default(false),
    'Restricts `/metrics` to requests from this machine that no proxy forwarded.',
  ),
  masterKey: setting(
    'MASTER_KEY',
    z.string().optional(),
    '32 bytes in base64 that encrypt personal data. Default: `master.key` in the data folder, which is created if missing.',
  ),
  logLevel: setting(
    'TRIBUTARY_LOG_LEVEL',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
    'Minimum level of log messages: `trace`, `debug`, `info`, `warn`, `error` or `silent`.',
  ),
};

const intake = {
  trustedProxies: setting(
    'TRIBUTARY_TRUSTED_PROXIES',
    z.string().default(''),
    'Addresses or networks of proxies, separated by commas, whose `X-Forwarded-For`, `X-Forwarded-Host`, country and city headers are trusted.',
  ),
  countryHeader: setting(
    'TRIBUTARY_COUNTRY_HEADER',
    z.string().default('cf-ipcountry'),
    "Header of a trusted proxy that contains the visitor's country.",
  ),
  cityHeader: setting(
    'TRIBUTARY_CITY_HEADER',
    z.string().default('cf-ipcity'),
    "Header of a trusted proxy that contains the visitor's city.",
  ),
  placesFile: setting(
    'TRIBUTARY_PLACES_FILE',
    text.optional(),
    "A file that maps addresses to country and city (MMDB), read at the start; it takes precedence over a proxy's headers.",
  ),
  collectPerMinute: setting(
    'TRIBUTARY_COLLECT_PER_MINUTE',
    count.positive().default(60_000),
    'Maximum requests per minute with one tracking key.',
  ),
  collectPerAddress: setting(
    'TRIBUTARY_COLLECT_PER_ADDRESS',
    count.positive().default(3_000),
    'Maximum tracker requests per minute from one address (a /64 for IPv6), with any keys. An office or a mobile network can share one address.',
  ),
  collectPerProfile: setting(
    'TRIBUTARY_COLLECT_PER_PROFILE',
    count.positive().default(60_000),
    'Maximum tracker requests per minute for one profile, with any number of keys.',
  ),
  importFileSeconds: setting(
    'TRIBUTARY_IMPORT_FILE_SECONDS',
    z.coerce.number().positive().default(30),
    'Maximum seconds for reading one uploaded statement.',
  ),
  importHourSeconds: setting(
    'TRIBUTARY_IMPORT_HOUR_SECONDS',
    z.coerce.number().positive().default(300),
    'Maximum seconds per hour for reading the uploaded statements of one workspace.',
  ),
};

const figures = {
  pollSeconds: setting(
    'TRIBUTARY_POLL_SECONDS',
    z.coerce.number().positive().default(2),
    'Seconds between polls for work that no signal announced.',
  ),
  servingMemoryMb: setting(
    'TRIBUTARY_SERVING_MEMORY_MB',
    count.positive().default(512),
    'Maximum memory of DuckDB for one open profile, in MB.',
  ),
  buildMemoryMb: setting(
    'TRIBUTARY_BUILD_MEMORY_MB',
    count.positive().optional(),
    'Maximum memory of a replay or rebuild, in MB. Default: half of what the machine or its cgroup allows, at most 7168.',
  ),
  sealRows: setting(
    'TRIBUTARY_SEAL_ROWS',
    count.positive().default(1_000_000),
    'Number of facts of a profile in the journal at which they are sealed into the archive.',
  ),
  sealSeconds: setting(
    'TRIBUTARY_SEAL_SECONDS',
    z.coerce.number().positive().default(86_400),
    'Age of the oldest fact in the journal, in seconds, at which facts are sealed regardless of their number.',
  ),
  ballastMb: setting(
    'TRIBUTARY_BALLAST_MB',
    count.min(0).default(64),
    'Size of a reserve file that is deleted to keep state writable on a full disk, in MB.',
  ),
  profileDiskShare: setting(
    'TRIBUTARY_PROFILE_DISK_SHARE',
    z.coerce.number().positive().max(1).default(0.25),
    'Maximum share (0 to 1) that one profile may take of the disk space available to Tributary once the disk is 92 % full. With few profiles, an equal share if that is larger; 1 means no limit.',
  ),
  ratesUrl: setting(
    'TRIBUTARY_RATES_URL',
    webAddress.optional(),
    "URL of exchange rates in the European Central Bank's XML format (`https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml`), downloaded once a day. Default: no download.",
  ),
};

const people = {
  smtpUrl: setting(
    'TRIBUTARY_SMTP_URL',
    z.url({ protocol: /^smtps?$/ }).optional(),
    "Mail server, e.g. `smtps://user:password@host:465`. Without one, mails are written to the data folder's `outbox`, and their links to the log.",
  ),
  mailFrom: setting('TRIBUTARY_MAIL_FROM', z.string().min(3).default('Tributary <tributary@localhost>'), 'The sender of mails.'),
  oauthLoopbackAnyPort: setting(
    'OAUTH_LOOPBACK_ANY_PORT',
    bool.default(false),
    "Allows a program on a user's own machine to use another port in its redirect URI than it registered (RFC 8252 §7.3).",
  ),
  oauthRefreshGraceSeconds: setting(
    'OAUTH_REFRESH_GRACE_SECONDS',
    count.min(0).max(60).default(0),
    'Seconds during which a refresh token that was just used can get one more access token; with 0, a second use revokes all tokens of the authorization.',
  ),
  signUp: setting(
    'TRIBUTARY_SIGN_UP',
    z.enum(['open', 'invited', 'closed']).default('closed'),
    'Who may sign up. `open`: everybody. `invited`: addresses with an open invitation. `closed`: nobody, but the link in an invitation still creates an account for its address.',
  ),
  mcpOrigins: setting(
    'TRIBUTARY_MCP_ORIGINS',
    z.string().default(''),
    'Additional origins of web pages, separated by commas, that may call `/mcp`; the origins of the service and of this machine always may. `*` means every origin.',
  ),
};

const plans = {
  plans: setting(
    'TRIBUTARY_PLANS',
    bool.default(false),
    'Whether plans apply. `on`: a plan limits the profiles, tool calls and generated texts of a workspace, and is paid. `off`: nothing is limited or sold.',
  ),
  stripeSecretKey: setting(
    'TRIBUTARY_STRIPE_SECRET_KEY',
    text.optional(),
    'Stripe key for payment of plans. Without it an owner confirms a plan on a page of the service, and nothing is charged.',
  ),
  stripePriceGrowth: setting('TRIBUTARY_STRIPE_PRICE_GROWTH', text.optional(), 'Stripe price id of the plan `growth`.'),
  stripePriceAgency: setting('TRIBUTARY_STRIPE_PRICE_AGENCY', text.optional(), 'Stripe price id of the plan `agency`.'),
  stripeApiUrl: setting('TRIBUTARY_STRIPE_API_URL', webAddress.default('https://api.stripe.com'), 'Base URL of the Stripe API.'),
};

const languageModel = {
  languageModelUrl: setting(
    'TRIBUTARY_LANGUAGE_MODEL_URL',
    webAddress.optional(),
    "An endpoint compatible with OpenAI's chat completions, e.g. `http://localhost:11434/v1`, that writes summaries of journeys. Without it they are written by rule.",
  ),
  languageModelKey: setting('TRIBUTARY_LANGUAGE_MODEL_KEY', text.optional(), 'API key of that endpoint.'),
  languageModel: setting('TRIBUTARY_LANGUAGE_MODEL', text.max(100).default('default'), 'Name of the model.'),
  languageModelLocal: setting(
    'TRIBUTARY_LANGUAGE_MODEL_LOCAL',
    bool.default(false),
    'Allows an endpoint on this machine or in its network, on any port.',
  ),
  aiUnitsPerDay: setting(
    'TRIBUTARY_AI_UNITS_PER_DAY',
    count.min(0).default(2_000),
    'Maximum number of generated texts per workspace and day (UTC). If plans apply, the plan sets the number.',
  ),
  languageModelSeconds: setting(
    'TRIBUTARY_LANGUAGE_MODEL_SECONDS',
    z.coerce.number().positive().max(120).default(20),
    'Seconds to wait for a response.',
  ),
};

/** The registration of this installation as an app at a provider: what all of them ask for. `prefix` starts the variables' names. */
const appAt = (prefix: string, name: string) => ({
  clientId: setting(
    `TRIBUTARY_${prefix}_CLIENT_ID`,
    text.optional(),
    `Id of your app at ${name}; nobody can connect when absent.`,
  ),
  clientSecret: setting(`TRIBUTARY_${prefix}_CLIENT_SECRET`, text.optional(), 'Secret of that app.'),
  url: setting(
    `TRIBUTARY_${prefix}_URL`,
    webAddress.optional(),
    `A URL that replaces all of ${name}'s own, such as a test server.`,
  ),
});
const apiVersion = (prefix: string, version: string) => ({
  apiVersion: setting(`TRIBUTARY_${prefix}_API_VERSION`, text.max(20).default(version), 'Version of the API.'),
});
const developerToken = (prefix: string, name: string) => ({
  developerToken: setting(
    `TRIBUTARY_${prefix}_DEVELOPER_TOKEN`,
    text.optional(),
    `The developer token that ${name} gives your app; nobody can connect when absent.`,
  ),
});

/** A provider per line; `config.providers.<id>` has the values. */
const providers = {
  meta: { ...appAt('META', 'Meta'), ...apiVersion('META', 'v26.0') },
  google_ads: {
    ...{ ...appAt('GOOGLE_ADS', 'Google Ads'), ...developerToken('GOOGLE_ADS', 'Google Ads') },
    ...apiVersion('GOOGLE_ADS', 'v26'),
  },
  tiktok: { ...appAt('TIKTOK', 'TikTok'), ...apiVersion('TIKTOK', 'v1.3') },
  linkedin: { ...appAt('LINKEDIN', 'LinkedIn'), ...apiVersion('LINKEDIN', '202610') },
  microsoft_ads: {
    ...appAt('MICROSOFT_ADS', 'Microsoft Advertising'),
    ...developerToken('MICROSOFT_ADS', 'Microsoft Advertising'),
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
  'Accounts, mail and agents': people,
  Plans: plans,
  'A language model': languageModel,
  'Connections to providers': rowsOf(),
  Development: development,
};

const settings = { ...place, ...intake, ...figures, ...people, ...plans, ...languageModel, ...development };

type Shape<Settings extends Group> = { [Name in keyof Settings]: Settings[Name] extends Setting<infer Value> ? Value : never };
const shapeOf = <Settings extends Group>(group: Settings): z.ZodObject<Shape<Settings>> =>
  z.object(Object.fromEntries(Object.entries(group).map(([name, { value }]) => [name, value])) as Shape<Settings>);

type ProviderShapes = { [Id in ConfiguredProvider]: z.ZodObject<Shape<(typeof providers)[Id]>> };
const providerShapes = Object.fromEntries(
  Object.entries(providers).map(([id, group]) => [id, shapeOf<Group>(group)]),
) as unknown as ProviderShapes;

const schema = shapeOf(settings).extend({ providers: z.object(providerShapes) });
export type Config = z.infer<typeof schema>;

export type GivenConfig = Partial<Record<Exclude<keyof Config, 'providers'>, unknown>> & {
  providers?: Partial<Record<ConfiguredProvider, Record<string, unknown>>>;
};

/** Environment first, then `given`, which wins. Throws an Error whose message names every bad value by its variable. */
export function readConfig(
  { providers: givenProviders = {}, ...given }: GivenConfig,
  env: NodeJS.ProcessEnv = process.env,
): Config {
  const input: Record<string, unknown> = valuesOf(settings, given, env);
  input['providers'] = Object.fromEntries(
    providerEntries().map(([id, group]) => [id, valuesOf(group, givenProviders[id] ?? {}, env)]),
  );
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.map((issue) => `${variableOf(issue.path)}: ${issue.message}`);
  throw new Error(`The configuration is not usable. ${reasons.join('; ')}`);
}

function valuesOf(group: Group, given: Record<string, unknown>, env: NodeJS.ProcessEnv): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, { variable }] of Object.entries(group)) if (env[variable]) values[name] = env[variable];
  for (const [name, value] of Object.entries(given)) if (value !== undefined) values[name] = value;
  return values;
}

/** The variables without which nobody can connect an account of the provider, and which have no value. */
export function missingVariables(config: Config, id: ConfiguredProvider): string[] {
  const values: Record<string, unknown> = config.providers[id];
  return Object.entries<Setting>(providers[id])
    .filter(([name]) => name !== 'url' && values[name] === undefined)
    .map(([, { variable }]) => variable);
}
