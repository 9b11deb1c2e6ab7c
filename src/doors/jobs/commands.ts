// The commands that need the stores. They are the same functions whether the command line runs them in its own process or the
// service runs them for it; each takes plain arguments, checks them, and answers a plain object.
import { z } from 'zod';
import {
  allApps,
  allProfiles,
  checkedName,
  createApiKey,
  createSignInLink,
  findPerson,
  findProfile,
  INSTALLATION_KEY_SCOPES,
  normaliseEmail,
  registerApp,
  renewAppSecret,
  returnOrigins,
  revokeApp,
} from '../../account/access/index.ts';
import { checkedDomains } from '../../account/profiles/index.ts';
import { checkedCurrency, checkedTimezone } from '../../account/workspaces/index.ts';
import { backup } from '../../base/backup.ts';
import type { Base } from '../../base/base.ts';
import { sqlText } from '../../base/kit/sql-files.ts';
import { rememberBackup } from '../../base/usage.ts';
import { backfillEvents } from '../../collect/events/index.ts';
import { backfillSpend } from '../../collect/spend/index.ts';
import { initInstallation } from '../../collect/tracking/index.ts';
import {
  type AdvanceProgress,
  applyRates,
  ask,
  freshness,
  holdPipeline,
  importRates,
  publishMarts,
  rebuild,
  replay,
  sealAhead,
  settle,
} from '../../credit/attribution/index.ts';
import { signInPath } from '../console/addresses.ts';
import { CommandError, type Progress } from './protocol.ts';
import { statusOf } from './status.ts';

export type Result = Record<string, unknown>;
type Report = (progress: Progress) => void;
type Command = (base: Base, args: unknown, report: Report) => Promise<Result> | Result;

/** Whoever can run commands on the machine acts as the system itself. */
const ACTOR = 'system';

const profileArg = z.object({ profile_id: z.string().optional() });

function checked<T>(schema: z.ZodType<T>, args: unknown): T {
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed.data;
  throw new CommandError('usage', parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
}

/** The profile named; or the only one there is. Never a guess. */
function profileOf(base: Base, named: string | undefined): string {
  if (named !== undefined) {
    if (!findProfile(base, named))
      throw new CommandError('not_found', `There is no profile ${named}; \`tributary status\` lists them.`);
    return named;
  }
  const profiles = allProfiles(base);
  const only = profiles[0]?.profileId;
  if (only === undefined) throw new CommandError('not_found', 'There is no profile yet; `tributary init` makes one.');
  if (profiles.length > 1) throw new CommandError('usage', `There are ${profiles.length} profiles: say which with --profile ID.`);
  return only;
}

const reportBuild =
  (report: Report) =>
  ({ phase, landedSeq, lastSeq }: AdvanceProgress): void =>
    report({ phase, done: Number(landedSeq), total: Number(lastSeq), unit: 'facts' });

const installation = z.object({
  email: z.string(),
  workspace: z.string(),
  profile: z.string(),
  currency: z.string(),
  timezone: z.string(),
  domain: z.string().optional(),
});

function checkedInstallation(args: unknown): z.infer<typeof installation> {
  const given = checked(installation, args);
  normaliseEmail(given.email);
  checkedName('workspace', given.workspace);
  checkedName('profile', given.profile);
  checkedCurrency('currency', given.currency);
  checkedTimezone('timezone', given.timezone);
  if (given.domain !== undefined) checkedDomains('domain', [given.domain]);
  return given;
}

const init: Command = (base, args) => {
  const { domain, ...given } = checkedInstallation(args);
  return { ...initInstallation(base, domain === undefined ? given : { ...given, domain }) };
};

const load = profileArg.extend({
  kind: z.enum(['events', 'spend']),
  file: z.string(),
  wait: z.boolean().default(true),
  force: z.boolean().default(false),
  dry_run: z.boolean().default(false),
  reject_file: z.string().optional(),
});

/** How many facts of a stretch of the journal became events. A row without a key is known as a repeat only when it lands. */
async function landedOf(base: Base, profileId: string, after: bigint, through: bigint): Promise<number> {
  const [row] = await ask(base, profileId, { sql: sqlText('warehouse/doors/jobs/events_count'), params: { after, through } });
  return Number(row?.['events']);
}

const AHEAD_ROWS = 50_000;

/** Works on what has come of a file while the rest is read; the answer waits for its end. */
function besideReading(base: Base, profileId: string): { goOn(rows: number): void; whenDone(): Promise<void> } {
  let running: Promise<void> | undefined;
  let begunAt = 0;
  return {
    goOn: (rows) => {
      if (running || rows - begunAt < AHEAD_ROWS) return;
      begunAt = rows;
      // What fails here fails again, and is told, when the rest is brought to the marts.
      running = sealAhead(base, profileId)
        .catch(() => undefined)
        .finally(() => {
          running = undefined;
        });
    },
    whenDone: async () => running,
  };
}

/** Loads a file and, unless told not to wait, brings what it holds to the last mart. */
const backfill: Command = async (base, args, report) => {
  const { kind, file, wait, force, dry_run: dryRun, reject_file: rejectFile, profile_id } = checked(load, args);
  const profileId = profileOf(base, profile_id);
  const fill = kind === 'events' ? backfillEvents : backfillSpend;
  const before = base.journal.lastSeq(profileId);
  // Landing once, at the end, is cheaper than landing beside the reader.
  const release = holdPipeline(base, profileId);
  const beside = besideReading(base, profileId);
  const filled = await fill(base, {
    profileId,
    file,
    dryRun,
    force,
    ...(rejectFile === undefined ? {} : { rejectFile }),
    onProgress: ({ rows, bytes, totalBytes }) => {
      report({ phase: 'read', done: bytes, total: totalBytes, unit: 'bytes', note: `${rows} rows` });
      if (wait && !dryRun) beside.goOn(rows);
    },
  }).finally(release);
  const answer = { profile_id: profileId, kind, file, ...filled };
  if (!wait || dryRun) return { ...answer, computed: false };
  const { accepted, duplicates } = filled;
  const through = base.journal.lastSeq(profileId);
  await beside.whenDone();
  await settle(base, profileId, { fit: true, onProgress: reportBuild(report) });
  if (kind === 'spend' || accepted === 0) return { ...answer, computed: true };
  // Only where nobody else wrote meanwhile are the facts of the stretch the rows of the file.
  const landed = through - before === BigInt(accepted) ? await landedOf(base, profileId, before, through) : accepted;
  return { ...answer, accepted: landed, duplicates: duplicates + accepted - landed, computed: true };
};

const replayProfile: Command = async (base, args, report) => {
  const profileId = profileOf(base, checked(profileArg, args).profile_id);
  const { jobId } = await replay(base, profileId, reportBuild(report));
  return { profile_id: profileId, job_id: jobId, ...freshness(base, profileId) };
};

const rebuildProfile: Command = async (base, args, report) => {
  const profileId = profileOf(base, checked(profileArg, args).profile_id);
  await rebuild(base, profileId, reportBuild(report));
  return { profile_id: profileId, ...freshness(base, profileId) };
};

const status: Command = async (base, args) => {
  const { profile_id } = checked(profileArg, args);
  const shown = profile_id === undefined ? allProfiles(base).map(({ profileId }) => profileId) : [profileOf(base, profile_id)];
  return { ...(await statusOf(base, shown)) };
};

const publish: Command = async (base, args, report) => {
  const profileId = profileOf(base, checked(profileArg, args).profile_id);
  await settle(base, profileId, { onProgress: reportBuild(report) });
  const manifest = await publishMarts(base, profileId);
  return { profile_id: profileId, ...manifest };
};

const backupArgs = z.object({ dest: z.string(), with_key: z.boolean().default(false) });

const backUp: Command = async (base, args) => {
  const { dest, with_key: withKey } = checked(backupArgs, args);
  const { created_at, key_id, with_key, profiles, files } = await backup(base, dest, { withKey });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  rememberBackup(base.config.dataDir, { at: created_at, path: dest, bytes });
  return { backup: dest, created_at, key_id, with_key, profiles, files: files.length, bytes };
};

const keyArgs = profileArg.extend({
  name: z.string(),
  scopes: z.array(z.string()).optional(),
  rate_limit_per_minute: z.number().optional(),
});

const keys: Command = (base, args) => {
  const { name, scopes, rate_limit_per_minute: ratePerMinute, profile_id } = checked(keyArgs, args);
  const key = createApiKey(base, {
    profileId: profileOf(base, profile_id),
    name,
    scopes: scopes ?? INSTALLATION_KEY_SCOPES,
    ...(ratePerMinute === undefined ? {} : { ratePerMinute }),
    actor: ACTOR,
  });
  return {
    api_key: key.secret,
    api_key_id: key.apiKeyId,
    profile_id: key.profileId,
    name: key.name,
    scopes: key.scopes,
    rate_limit_per_minute: key.ratePerMinute,
  };
};

const appArgs = z.object({
  name: z.string(),
  tier: z.enum(['standard', 'elevated', 'internal']).default('standard'),
  redirect_uris: z.array(z.string()).default([]),
  allowed_return_origins: z.array(z.string()).default([]),
  storefront: z.enum(['shopify']).optional(),
  scopes: z.array(z.string()).optional(),
});

/** A consumer app; its secret is in the answer of this command and nowhere else. */
const apps: Command = (base, args) => {
  const {
    name,
    tier,
    redirect_uris: redirectUris,
    allowed_return_origins: allowedReturnOrigins,
    storefront,
    scopes,
  } = checked(appArgs, args);
  const chosen = { ...(scopes === undefined ? {} : { scopes }), ...(storefront === undefined ? {} : { storefront }) };
  const given = { name, tier, redirectUris, allowedReturnOrigins, ...chosen };
  const { secret, ...app } = registerApp(base, { ...given, actor: ACTOR });
  return {
    app_id: app.appId,
    app_secret: secret,
    name: app.name,
    tier: app.tier,
    ...(app.storefront === null ? {} : { storefront: app.storefront }),
    scopes: app.scopes,
    redirect_uris: app.redirectUris,
    allowed_return_origins: app.allowedReturnOrigins,
    effective_return_origins: returnOrigins(app),
  };
};

const listApps: Command = (base) => ({
  apps: allApps(base).map((app) => ({
    app_id: app.appId,
    name: app.name,
    tier: app.tier,
    reaches: app.reached,
    created_at: new Date(app.createdAt).toISOString(),
    revoked_at: app.revokedAt === null ? null : new Date(app.revokedAt).toISOString(),
  })),
});

const ratesArgs = z.object({ file: z.string(), base: z.string().optional() });

/** Reads the file, and takes up for every profile what its money needs of it. */
const ratesImport: Command = async (base, args, report) => {
  const { file, base: baseCurrency } = checked(ratesArgs, args);
  const read = importRates(base, file, baseCurrency);
  const profiles = allProfiles(base);
  const missing: Result[] = [];
  let recorded = 0;
  for (const [done, { profileId }] of profiles.entries()) {
    report({ phase: 'decisions', done, total: profiles.length, unit: 'profiles' });
    const applied = await applyRates(base, profileId, ACTOR);
    recorded += applied.recorded;
    missing.push(...applied.missing.map((each) => ({ profile_id: profileId, ...each })));
  }
  return { file, ...read, recorded, missing };
};

const appArg = z.object({ app_id: z.string() });
const noSuchApp = (appId: string): CommandError =>
  new CommandError('not_found', `There is no live app ${appId}; \`tributary apps list\` lists them.`);

const renewApp: Command = (base, args) => {
  const { app_id } = checked(appArg, args);
  const secret = renewAppSecret(base, { appId: app_id, actor: ACTOR });
  if (secret === undefined) throw noSuchApp(app_id);
  return { app_id, app_secret: secret };
};

const endApp: Command = (base, args) => {
  const { app_id } = checked(appArg, args);
  if (!revokeApp(base, { appId: app_id, actor: ACTOR })) throw noSuchApp(app_id);
  return { app_id, revoked: true };
};

const signInArgs = z.object({ email: z.string() });

/** The path of a link that signs the person in once; where the service is, its caller knows. */
const signIn: Command = (base, args) => {
  const { email } = checked(signInArgs, args);
  const person = findPerson(base, email);
  if (!person) throw new CommandError('not_found', `Nobody here has the address ${email}; \`tributary init\` makes an owner.`);
  const { token, expiresAt } = createSignInLink(base, person.personId);
  return { email: person.email, path: signInPath(token), expires_at: new Date(expiresAt).toISOString() };
};

/** Checks that need no stores, for a command that makes the data folder: refused, it leaves none behind. */
export const checks: Partial<Record<CommandName, (args: unknown) => unknown>> = { init: checkedInstallation };

/** By the names of the admin protocol. */
export const commands = {
  init,
  backfill,
  replay: replayProfile,
  rebuild: rebuildProfile,
  status,
  publish,
  backup: backUp,
  keys,
  apps,
  'apps-list': listApps,
  'apps-renew-secret': renewApp,
  'apps-revoke': endApp,
  'rates-import': ratesImport,
  'sign-in': signIn,
};
export type CommandName = keyof typeof commands;
