// Configuration: read once at the start from the environment and the command line, checked, never read again elsewhere.
import { z } from 'zod';

const bool = z.union([z.boolean(), z.stringbool()]);

const schema = z.object({
  /** The data folder, absolute. */
  dataDir: z.string().min(1),
  host: z.string().default('127.0.0.1'),
  /** 0 = any free port. */
  port: z.coerce.number().int().min(0).max(65_535).default(8080),
  /** Public address of the REST API, used in links; derived from host and port when absent. */
  baseUrl: z.url().optional(),
  logLevel: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Check every response against the contract (tests and development). */
  checkResponses: bool.default(false),
  /** 32 bytes in base64; otherwise <data>/master.key is used, and made when missing. */
  masterKey: z.string().optional(),
  /** Comma-separated addresses or networks whose X-Forwarded-For and country header are believed. */
  trustedProxies: z.string().default(''),
  /** Header of a trusted edge that carries the visitor's country. */
  countryHeader: z.string().default('cf-ipcountry'),
  /** Likewise the city. */
  cityHeader: z.string().default('cf-ipcity'),
  /** A file of places by address (MMDB), read at the start; its answer goes before the edge's. */
  placesFile: z.string().min(1).optional(),
  /** Posts a minute that one tracking key may send. */
  collectPerMinute: z.coerce.number().int().positive().default(60_000),
  /** Seconds between looks for work that no signal announced. */
  pollSeconds: z.coerce.number().positive().default(2),
  /** Memory of one DuckDB instance that serves, in MB. */
  servingMemoryMb: z.coerce.number().int().positive().default(512),
  /** Memory of the one heavy build, in MB; absent = half of what the machine (or its cgroup) allows, at most 6144. */
  buildMemoryMb: z.coerce.number().int().positive().optional(),
  /** Seal when a profile has so many unsealed facts, or its oldest is so old. */
  sealRows: z.coerce.number().int().positive().default(1_000_000),
  sealSeconds: z.coerce.number().positive().default(86_400),
  /** Where mail goes out, e.g. smtps://user:password@mail.example:465; into <data>/outbox when absent. */
  smtpUrl: z.url({ protocol: /^smtps?$/ }).optional(),
  /** The sender of mails. */
  mailFrom: z.string().min(3).default('Tributary <tributary@localhost>'),
  /** Lets the port of a loopback redirect URI differ from the registered one (RFC 8252 §7.3). */
  oauthLoopbackAnyPort: bool.default(false),
  /** So long a refresh token that was just rotated still gets an access token, and no more; 0 = it burns its family at once. */
  oauthRefreshGraceSeconds: z.coerce.number().int().min(0).max(60).default(0),
  /** Comma-separated origins of web pages that may call /mcp besides the service's own and loopback ones; `*` for every one. */
  mcpOrigins: z.string().default(''),
  /** Payments: without the key, plans are confirmed on a page of this service and nothing is charged. */
  stripeSecretKey: z.string().min(1).optional(),
  stripeApiUrl: z.url({ protocol: /^https?$/ }).default('https://api.stripe.com'),
  /** Price ids of the plans that are sold. */
  stripePriceGrowth: z.string().min(1).optional(),
  stripePriceAgency: z.string().min(1).optional(),
  /** Where exchange rates are fetched once a day, as the European Central Bank publishes them in XML; nowhere when absent. */
  ratesUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** An endpoint that speaks OpenAI's chat completions, e.g. https://models.example/v1; texts are written by rule when absent. */
  languageModelUrl: z.url({ protocol: /^https?$/ }).optional(),
  languageModelKey: z.string().min(1).optional(),
  /** The model asked for by name. */
  languageModel: z.string().min(1).max(100).default('default'),
  /** The endpoint may lie on this machine or in its network, on any port. */
  languageModelLocal: bool.default(false),
  languageModelSeconds: z.coerce.number().positive().max(120).default(20),
  /** Size of the file that is given up to keep state writable on a full disk, in MB. */
  ballastMb: z.coerce.number().int().min(0).default(64),
});

export type Config = z.infer<typeof schema>;

const variables: Record<string, keyof Config> = {
  TRIBUTARY_DATA: 'dataDir',
  TRIBUTARY_HOST: 'host',
  TRIBUTARY_PORT: 'port',
  TRIBUTARY_BASE_URL: 'baseUrl',
  TRIBUTARY_LOG_LEVEL: 'logLevel',
  TRIBUTARY_CHECK_RESPONSES: 'checkResponses',
  MASTER_KEY: 'masterKey',
  TRIBUTARY_TRUSTED_PROXIES: 'trustedProxies',
  TRIBUTARY_COUNTRY_HEADER: 'countryHeader',
  TRIBUTARY_CITY_HEADER: 'cityHeader',
  TRIBUTARY_PLACES_FILE: 'placesFile',
  TRIBUTARY_COLLECT_PER_MINUTE: 'collectPerMinute',
  TRIBUTARY_POLL_SECONDS: 'pollSeconds',
  TRIBUTARY_SERVING_MEMORY_MB: 'servingMemoryMb',
  TRIBUTARY_BUILD_MEMORY_MB: 'buildMemoryMb',
  TRIBUTARY_SEAL_ROWS: 'sealRows',
  TRIBUTARY_SEAL_SECONDS: 'sealSeconds',
  TRIBUTARY_SMTP_URL: 'smtpUrl',
  TRIBUTARY_MAIL_FROM: 'mailFrom',
  OAUTH_LOOPBACK_ANY_PORT: 'oauthLoopbackAnyPort',
  OAUTH_REFRESH_GRACE_SECONDS: 'oauthRefreshGraceSeconds',
  TRIBUTARY_MCP_ORIGINS: 'mcpOrigins',
  TRIBUTARY_STRIPE_SECRET_KEY: 'stripeSecretKey',
  TRIBUTARY_STRIPE_API_URL: 'stripeApiUrl',
  TRIBUTARY_STRIPE_PRICE_GROWTH: 'stripePriceGrowth',
  TRIBUTARY_STRIPE_PRICE_AGENCY: 'stripePriceAgency',
  TRIBUTARY_RATES_URL: 'ratesUrl',
  TRIBUTARY_LANGUAGE_MODEL_URL: 'languageModelUrl',
  TRIBUTARY_LANGUAGE_MODEL_KEY: 'languageModelKey',
  TRIBUTARY_LANGUAGE_MODEL: 'languageModel',
  TRIBUTARY_LANGUAGE_MODEL_LOCAL: 'languageModelLocal',
  TRIBUTARY_LANGUAGE_MODEL_SECONDS: 'languageModelSeconds',
  TRIBUTARY_BALLAST_MB: 'ballastMb',
};

/** Environment first, then `given`, which wins. Throws an Error whose message names every bad value by its variable. */
export function readConfig(given: Partial<Record<keyof Config, unknown>>, env: NodeJS.ProcessEnv = process.env): Config {
  const input: Record<string, unknown> = {};
  for (const [variable, name] of Object.entries(variables)) if (env[variable]) input[name] = env[variable];
  for (const [name, value] of Object.entries(given)) if (value !== undefined) input[name] = value;
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const nameOf = (key: string): string => Object.entries(variables).find(([, name]) => name === key)?.[0] ?? key;
  const reasons = parsed.error.issues.map((i) => `${nameOf(String(i.path[0]))}: ${i.message}`);
  throw new Error(`The configuration is not usable. ${reasons.join('; ')}`);
}
