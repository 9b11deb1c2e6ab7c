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
  dataDir: setting('TRIBUTARY_DATA', text, 'The data folder, which `--data` names too; `warehouse/data` when neither does.'),
  host: setting(
    'TRIBUTARY_HOST',
    z.string().default('127.0.0.1'),
    'The address to listen on; `0.0.0.0` for every one of the machine.',
  ),
  port: setting('TRIBUTARY_PORT', count.min(0).max(65_535).default(8080), 'The port to listen on; 0 takes any that is free.'),
  baseUrl: setting(
    'TRIBUTARY_BASE_URL',
    z.url().optional(),
    'The public address of the service behind its proxy, which links, snippets and sign-in use; that of host and port when absent.',
  ),
  maxConnections: setting(
    'TRIBUTARY_MAX_CONNECTIONS',
    count.positive().default(4_096),
    'Connections that may be open at once; with more, the one that has been idle for the longest is closed.',
  ),
  metricsToken: setting(
    'TRIBUTARY_METRICS_TOKEN',
    z.string().min(16).optional(),
    'A secret of at least 16 characters that `/metrics` asks for (`Authorization: Bearer …`); it asks for none when absent.',
  ),
  metricsLoopback: setting(
    'TRIBUTARY_METRICS_LOOPBACK',
    bool.default(false),
    '`/metrics` answers this machine alone, and nothing that a proxy passes on.',
  ),
  masterKey: setting(
    'MASTER_KEY',
    z.string().optional(),
    '32 bytes in base64 that encrypt what is personal; `master.key` in the data folder, made when missing, when absent.',
  ),
  logLevel: setting(
    'TRIBUTARY_LOG_LEVEL',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
    'The least that the log tells: `trace`, `debug`, `info`, `warn`, `error` or `silent`.',
  ),
};

const intake = {
  trustedProxies: setting(
    'TRIBUTARY_TRUSTED_PROXIES',
    z.string().default(''),
    'Addresses or networks, separated by commas, whose `X-Forwarded-For`, `X-Forwarded-Host` and headers of places are believed.',
  ),
  countryHeader: setting(
    'TRIBUTARY_COUNTRY_HEADER',
    z.string().default('cf-ipcountry'),
    "Header of such a proxy that carries the visitor's country.",
  ),
  cityHeader: setting('TRIBUTARY_CITY_HEADER', z.string().default('cf-ipcity'), 'Likewise the city.'),
  placesFile: setting(
    'TRIBUTARY_PLACES_FILE',
    text.optional(),
    "A file of places by address (MMDB), read at the start; what it says goes before a proxy's headers.",
  ),
  collectPerMinute: setting(
    'TRIBUTARY_COLLECT_PER_MINUTE',
    count.positive().default(60_000),
    'Posts a minute that one tracking key may send.',
  ),
  collectPerAddress: setting(
    'TRIBUTARY_COLLECT_PER_ADDRESS',
    count.positive().default(3_000),
    'Posts a minute that trackers may send from one address (a /64 of IPv6), whatever their keys; an office or a mobile network has one address.',
  ),
  collectPerProfile: setting(
    'TRIBUTARY_COLLECT_PER_PROFILE',
    count.positive().default(60_000),
    'Posts a minute that the trackers of one profile may send, however many keys it has.',
  ),
  importFileSeconds: setting(
    'TRIBUTARY_IMPORT_FILE_SECONDS',
    z.coerce.number().positive().default(30),
    'Seconds that one uploaded statement may take to read.',
  ),
  importHourSeconds: setting(
    'TRIBUTARY_IMPORT_HOUR_SECONDS',
    z.coerce.number().positive().default(300),
    'Seconds within an hour that the uploaded statements of one workspace may take to read together.',
  ),
};

const figures = {
  pollSeconds: setting(
    'TRIBUTARY_POLL_SECONDS',
    z.coerce.number().positive().default(2),
    'Seconds between looks for work that no signal announced.',
  ),
  servingMemoryMb: setting(
    'TRIBUTARY_SERVING_MEMORY_MB',
    count.positive().default(512),
    'What DuckDB may hold of one open profile, in MB.',
  ),
  buildMemoryMb: setting(
    'TRIBUTARY_BUILD_MEMORY_MB',
    count.positive().optional(),
    'What the one heavy build may hold, in MB; half of what the machine or its cgroup allows, at most 7168, when absent.',
  ),
  sealRows: setting(
    'TRIBUTARY_SEAL_ROWS',
    count.positive().default(1_000_000),
    'Facts of a profile in the journal from which on they are sealed into the archive.',
  ),
  sealSeconds: setting(
    'TRIBUTARY_SEAL_SECONDS',
    z.coerce.number().positive().default(86_400),
    'Age of the oldest fact in the journal from which on they are sealed all the same.',
  ),
  ballastMb: setting(
    'TRIBUTARY_BALLAST_MB',
    count.min(0).default(64),
    'Size of the file that is given up to keep state writable on a full disk, in MB.',
  ),
  profileDiskShare: setting(
    'TRIBUTARY_PROFILE_DISK_SHARE',
    z.coerce.number().positive().max(1).default(0.25),
    'Share of what Tributary may use of the disk that one profile may take once the disk is 92 % full, 0 to 1; an equal part where there are so few profiles that this is more; 1 for no limit.',
  ),
  ratesUrl: setting(
    'TRIBUTARY_RATES_URL',
    webAddress.optional(),
    'Where exchange rates are fetched once a day, as the European Central Bank publishes them in XML (`https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml`); nowhere when absent.',
  ),
};

const people = {
  smtpUrl: setting(
    'TRIBUTARY_SMTP_URL',
    z.url({ protocol: /^smtps?$/ }).optional(),
    "Where mail goes out, e.g. `smtps://user:password@host:465`; when absent it lies in the data folder's `outbox`, and the log prints its link.",
  ),
  mailFrom: setting('TRIBUTARY_MAIL_FROM', z.string().min(3).default('Tributary <tributary@localhost>'), 'The sender of mails.'),
  oauthLoopbackAnyPort: setting(
    'OAUTH_LOOPBACK_ANY_PORT',
    bool.default(false),
    "Lets a program on a person's own machine be answered at another port than it registered (RFC 8252 §7.3).",
  ),
  oauthRefreshGraceSeconds: setting(
    'OAUTH_REFRESH_GRACE_SECONDS',
    count.min(0).max(60).default(0),
    'So long a refresh token that was just used gets one more access token; with 0 its second use ends its family.',
  ),
  signUp: setting(
    'TRIBUTARY_SIGN_UP',
    z.enum(['open', 'invited', 'closed']).default('closed'),
    'Who may sign up: with `open` everybody; with `invited` addresses that have an open invitation; with `closed` nobody asks for an account, and the link of an invitation still makes one for its address.',
  ),
  mcpOrigins: setting(
    'TRIBUTARY_MCP_ORIGINS',
    z.string().default(''),
    'Origins of web pages, separated by commas, that may call `/mcp` besides those of the service and of the machine itself; `*` for every one.',
  ),
};

const plans = {
  plans: setting(
    'TRIBUTARY_PLANS',
    bool.default(false),
    'Whether plans apply (`on` or `off`): with `on` a plan limits the profiles, tool calls and generated texts of a workspace, and is paid; with `off` nothing is limited or sold.',
  ),
  stripeSecretKey: setting(
    'TRIBUTARY_STRIPE_SECRET_KEY',
    text.optional(),
    'Has plans paid at Stripe; without it an owner confirms a plan on a page of the service, and nothing is charged.',
  ),
  stripePriceGrowth: setting('TRIBUTARY_STRIPE_PRICE_GROWTH', text.optional(), 'Id of the price of the plan `growth`.'),
  stripePriceAgency: setting('TRIBUTARY_STRIPE_PRICE_AGENCY', text.optional(), 'Id of the price of the plan `agency`.'),
  stripeApiUrl: setting(
    'TRIBUTARY_STRIPE_API_URL',
    webAddress.default('https://api.stripe.com'),
    'Where the payment processor is asked.',
  ),
};

const languageModel = {
  languageModelUrl: setting(
    'TRIBUTARY_LANGUAGE_MODEL_URL',
    webAddress.optional(),
    "An endpoint that speaks OpenAI's chat completions, e.g. `http://localhost:11434/v1`, which writes summaries of journeys; they are written by rule when absent.",
  ),
  languageModelKey: setting('TRIBUTARY_LANGUAGE_MODEL_KEY', text.optional(), 'Its key.'),
  languageModel: setting('TRIBUTARY_LANGUAGE_MODEL', text.max(100).default('default'), 'The model asked for by name.'),
  languageModelLocal: setting(
    'TRIBUTARY_LANGUAGE_MODEL_LOCAL',
    bool.default(false),
    'The endpoint may lie on this machine or in its network, on any port.',
  ),
  aiUnitsPerDay: setting(
    'TRIBUTARY_AI_UNITS_PER_DAY',
    count.min(0).default(2_000),
    'Generated texts that a workspace may have written between two midnights UTC; where plans apply, the plan says how many.',
  ),
  languageModelSeconds: setting(
    'TRIBUTARY_LANGUAGE_MODEL_SECONDS',
    z.coerce.number().positive().max(120).default(20),
    'How long an answer is waited for.',
  ),
};

/** The registration of this installation as an app at a provider: what all of them ask for. `prefix` starts the variables' names. */
const appAt = (prefix: string, name: string) => ({
  clientId: setting(
    `TRIBUTARY_${prefix}_CLIENT_ID`,
    text.optional(),
    `Id of your app at ${name}; nobody can connect when absent.`,
  ),
  clientSecret: setting(`TRIBUTARY_${prefix}_CLIENT_SECRET`, text.optional(), 'Its secret.'),
  url: setting(
    `TRIBUTARY_${prefix}_URL`,
    webAddress.optional(),
    `An address that is asked instead of every one of ${name}'s own, such as a server of tests.`,
  ),
});
const apiVersion = (prefix: string, version: string) => ({
  apiVersion: setting(`TRIBUTARY_${prefix}_API_VERSION`, text.max(20).default(version), 'The version of its API that is asked.'),
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
    'Checks every answer against the contract, and fails where it is not kept.',
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
  'Where it stands': place,
  'What comes in': intake,
  'Figures, memory and disk': figures,
  'People, mail and agents': people,
  Plans: plans,
  'A language model': languageModel,
  'Providers that accounts are connected of': rowsOf(),
  'While developing': development,
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
