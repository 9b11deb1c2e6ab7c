// Every setting of the service but those of providers: its variable, its form and what it is for.
import { z } from 'zod';
import { versionOfZoneFolder } from '../kit/time/zone-files.ts';
import { readClickHouseUrl } from '../warehouse/clickhouse/url.ts';
import { issuerOrigins } from './issuer-origins.ts';

/** One setting: the variable of the environment, its allowed values, and its description for operators. */
export interface Setting<T extends z.ZodType = z.ZodType> {
  variable: string;
  value: T;
  about: string;
}
export type Group = Record<string, Setting>;
export const setting = <T extends z.ZodType>(variable: string, value: T, about: string): Setting<T> => ({
  variable,
  value,
  about,
});

export const bool = z.union([z.boolean(), z.stringbool()]);
export const count = z.coerce.number().int();
export const webAddress = z.url({ protocol: /^https?$/ });
export const text = z.string().min(1);
/** A text that `read` understands; its error is the message. */
export const readBy = (read: (text: string) => unknown) =>
  text.superRefine((value, context) => {
    try {
      read(value);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'is not usable' });
    }
  });
const clickHouseUrl = readBy(readClickHouseUrl);

export const place = {
  dataDir: setting('TRIBUTARY_DATA', text, 'The data folder; `--data` overrides it. Default: `warehouse/data`.'),
  host: setting(
    'TRIBUTARY_HOST',
    z.string().default('127.0.0.1'),
    'The address to listen on; `0.0.0.0` means all addresses of the machine.',
  ),
  zoneinfo: setting(
    'TRIBUTARY_ZONEINFO',
    readBy(versionOfZoneFolder).optional(),
    'A folder of time zones of the operating system, such as `/usr/share/zoneinfo`; its table is used where it is newer than that of this version, so that a new law needs no new version. Default: none.',
  ),
  port: setting('TRIBUTARY_PORT', count.min(0).max(65_535).default(8080), 'The port to listen on; 0 means any free port.'),
  baseUrl: setting(
    'TRIBUTARY_BASE_URL',
    z.url().optional(),
    'The public URL of the service behind its proxy, used in links, snippets and sign-in. Default: from host and port.',
  ),
  publicHost: setting(
    'TRIBUTARY_PUBLIC_HOST',
    z.hostname().toLowerCase().optional(),
    'The host name of public pages of profiles (pages of links), which leads to this service too and has HTTPS. Without it these pages are on the public URL, and only while the installation has a single workspace.',
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
    '32 bytes in base64 that seal the keys of profiles and backups, tokens and secrets. Default: `master.key` in the data folder, which is created if missing.',
  ),
  backupPassphrase: setting(
    'BACKUP_PASSPHRASE',
    z.string().optional(),
    'Words that seal the master key in a backup made `--with-key`, and open it. Read by the commands `backup` and `restore`, which otherwise request them; the service does not need it.',
  ),
  logLevel: setting(
    'TRIBUTARY_LOG_LEVEL',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
    'Minimum level of log messages: `trace`, `debug`, `info`, `warn`, `error` or `silent`.',
  ),
};

export const intake = {
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
  collectEventsPerAddress: setting(
    'TRIBUTARY_COLLECT_EVENTS_PER_ADDRESS',
    count.positive().default(12_000),
    'Maximum events of trackers per minute from one address. A tracker keeps what is refused with 429 and sends it later.',
  ),
  collectMbPerAddress: setting(
    'TRIBUTARY_COLLECT_MB_PER_ADDRESS',
    count.positive().max(100_000).default(32),
    'Maximum megabytes of tracker requests per minute from one address.',
  ),
  collectEventsPerProfile: setting(
    'TRIBUTARY_COLLECT_EVENTS_PER_PROFILE',
    count.positive().default(240_000),
    'Maximum events of trackers per minute for one profile.',
  ),
  collectMbPerProfile: setting(
    'TRIBUTARY_COLLECT_MB_PER_PROFILE',
    count.positive().max(100_000).default(256),
    'Maximum megabytes of tracker requests per minute for one profile.',
  ),
  importFileSeconds: setting(
    'TRIBUTARY_IMPORT_FILE_SECONDS',
    z.coerce.number().positive().default(30),
    'Maximum seconds of a processor for reading one uploaded statement.',
  ),
  importHourSeconds: setting(
    'TRIBUTARY_IMPORT_HOUR_SECONDS',
    z.coerce.number().positive().default(300),
    'Maximum seconds of a processor per hour for reading the uploaded statements of one workspace.',
  ),
};

export const figures = {
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
    "URL of exchange rates in the European Central Bank's XML format (`https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml`), downloaded once a day and used by every profile. Default: all days or the last 90 from there, while a profile uses reference rates.",
  ),
};

export const secondEngine = {
  warehouseUrl: setting(
    'WAREHOUSE_URL',
    clickHouseUrl.optional(),
    'A ClickHouse server as a second engine, e.g. `clickhouse://user@host:8123/prefix` (`clickhouses` for TLS), of which databases begin with the prefix. One host without parameters: clusters are not supported. Default: none; DuckDB computes all figures.',
  ),
  warehousePassword: setting('WAREHOUSE_PASSWORD', text.optional(), 'The password of the user in `WAREHOUSE_URL`.'),
};

export const webhooks = {
  webhookNetworks: setting(
    'TRIBUTARY_WEBHOOK_NETWORKS',
    z.string().default(''),
    'Addresses or networks, separated by commas, that webhook subscriptions may name although they are not public, as a literal address, over http or https and on any port. Default: none.',
  ),
};

export const people = {
  smtpUrl: setting(
    'TRIBUTARY_SMTP_URL',
    z.url({ protocol: /^smtps?$/ }).optional(),
    "Mail server, e.g. `smtps://user:password@host:465`. Without one, mails are written to the data folder's `outbox`.",
  ),
  operatorMail: setting(
    'TRIBUTARY_OPERATOR_MAIL',
    z.email().optional(),
    'Address that gets a mail when `status` turns bad. Default: that of the first owner of a workspace.',
  ),
  mailFrom: setting('TRIBUTARY_MAIL_FROM', z.string().min(3).default('Tributary <tributary@localhost>'), 'The sender of mails.'),
  chromium: setting(
    'TRIBUTARY_CHROMIUM',
    z.string().regex(/^\//, 'must be an absolute path').optional(),
    'Path of a Chromium that prints reports as PDF, e.g. `/usr/bin/chromium`; it is started for each PDF and gets no network ([operating.md](docs/operating.md#reports-as-pdf)). Default: none; there are no PDFs.',
  ),
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
  ownIssuers: setting(
    'TRIBUTARY_OWN_ISSUERS',
    issuerOrigins.default(''),
    'Identity providers in your own network that workspaces may name as their issuer, as origins with literal addresses and blanks between them, such as `https://10.0.0.5:8443 http://10.0.0.6:8080`. All other issuers must be public and use https.',
  ),
  mcpOrigins: setting(
    'TRIBUTARY_MCP_ORIGINS',
    z.string().default(''),
    'Additional origins of web pages, separated by commas, that may call `/mcp`; the origins of the service and of this machine always may. `*` means every origin.',
  ),
};

export const plans = {
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

export const languageModel = {
  languageModelUrl: setting(
    'TRIBUTARY_LANGUAGE_MODEL_URL',
    webAddress.optional(),
    "An endpoint compatible with OpenAI's chat completions, e.g. `http://localhost:11434/v1`, that writes summaries of journeys, answers questions about ads and labels their texts and pictures. Without it all three are done by rule.",
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
