// The commands that need the stores. They are the same functions whether the command line runs them in its own process or the
// service runs them for it; each takes plain arguments, checks them, and answers a plain object.
import { z } from 'zod';
import { allApps, registerApp, renewAppSecret, returnOrigins, revokeApp } from '../../account/apps/index.ts';
import { createApiKey } from '../../account/keys/index.ts';
import { normaliseEmail } from '../../account/people/index.ts';
import { allProfiles } from '../../account/places/index.ts';
import { checkedDomain } from '../../account/profiles/index.ts';
import { checkedCurrency, checkedTimezone } from '../../account/workspaces/index.ts';
import { backup } from '../../base/backup/backup.ts';
import { keepBackups } from '../../base/backup/kept/keep-backups.ts';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { checkedName } from '../../base/contract/names.ts';
import { INSTALLATION_KEY_SCOPES } from '../../base/contract/scopes.ts';
import { lookAtStores } from '../../base/folder/watch.ts';
import { acceptLosses } from '../../base/losses/losses.ts';
import { rememberBackup } from '../../base/usage.ts';
import { initInstallation } from '../../collect/tracking/index.ts';
import { applyRates, keepExports, publishMarts, rebuild, replay, settle, waitingForBuilds } from '../../credit/pipeline/index.ts';
import { freshness } from '../../credit/progress/index.ts';
import { importRates } from '../../credit/rates/index.ts';
import { arriveProfile } from './arrive.ts';
import { backfill } from './backfill.ts';
import { type Command, checked, profileArg, profileOf, type Report, type Result, reportBuild } from './command.ts';
import { connectionsList, connectionsRemove, connectionsSync } from './connections.ts';
import { demoAdvance } from './demo-advance.ts';
import { chooseProfileEngine } from './engine.ts';
import { importFiles } from './import/import.ts';
import { jobsDrop, jobsList, jobsRetry } from './jobs.ts';
import { forgetMoved, leaveProfile, releaseProfile, undoMove } from './move.ts';
import { providerList, providerRemove, providerSet } from './outside/provider-apps.ts';
import { CommandError } from './protocol.ts';
import { signIn } from './sign-in/link.ts';
import { secondFactorRemove } from './sign-in/second-factor.ts';
import { ssoEnforce, ssoList, ssoRelax, ssoRemove, ssoSet } from './sign-in/sso.ts';
import { statusOf } from './status.ts';
import { figuresOf } from './status-figures.ts';
import { verifyWarehouse } from './warehouse.ts';
import { webhooksCheck, webhooksTailClose, webhooksTailOpen, webhooksTailRead } from './webhooks.ts';

/** Anyone who can run commands on the machine acts as the system itself. */
const ACTOR = 'system';

const installation = z.object({
  email: z.string(),
  workspace: z.string(),
  profile: z.string(),
  currency: z.string(),
  timezone: z.string(),
  domain: z.string().optional(),
});

/** The message of a refusal; other errors are thrown. */
function faultIn(check: () => unknown): string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof ApiError) return [error.message];
    throw error;
  }
}

/** Before the folder is made, too. @throws ApiError that names every field that is wrong. */
export function checkInstallation(args: unknown): z.infer<typeof installation> {
  const input = checked(installation, args);
  const { email, workspace, profile, currency, timezone, domain } = input;
  const faults = [
    () => normaliseEmail(email),
    () => checkedName('workspace', workspace),
    () => checkedName('profile', profile),
    () => checkedCurrency('currency', currency),
    () => checkedTimezone('timezone', timezone),
    () => domain === undefined || checkedDomain('domain', domain),
  ].flatMap(faultIn);
  if (faults.length > 0) throw new ApiError('validation_error', faults.join(' '));
  return input;
}

const init: Command = (base, args) => {
  const { domain, ...input } = checkInstallation(args);
  return { ...initInstallation(base, domain === undefined ? input : { ...input, domain }) };
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

const statusArgs = profileArg.extend({ accept_losses: z.boolean().default(false), figures: z.boolean().default(false) });

const status: Command = async (base, args) => {
  const { profile_id, accept_losses, figures } = checked(statusArgs, args);
  if (accept_losses) acceptLosses(base);
  const shown = profile_id === undefined ? allProfiles(base).map(({ profileId }) => profileId) : [profileOf(base, profile_id)];
  return { ...(await statusOf(base, shown)), ...(figures ? { figures: await figuresOf(base, shown) } : {}) };
};

const publish: Command = async (base, args, report) => {
  const profileId = profileOf(base, checked(profileArg, args).profile_id);
  await settle(base, profileId, { onProgress: reportBuild(report) });
  const manifest = await publishMarts(base, profileId);
  return { profile_id: profileId, ...manifest };
};

/** The scheduled export, before its time. */
const makeExports: Command = async (base) => ({ ...(await keepExports(base, { isNow: true })) });

const backupArgs = z.object({ dest: z.string(), key_passphrase: z.string().optional() });

/** A scheduled backup, before its time. */
const makeBackup: Command = async (base) => ({ ...(await keepBackups(base, { isNow: true })) });

const backUp: Command = async (base, args) => {
  const { dest, key_passphrase: keyPassphrase } = checked(backupArgs, args);
  const { created_at, key_id, with_key, profiles, files } = await backup(base, dest, { keyPassphrase });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  try {
    rememberBackup(base.config.dataDir, { at: created_at, path: dest, bytes });
  } catch (error) {
    // The backup is whole, on another disk; this one is full, or refuses.
    base.log.warn({ err: error }, 'the backup is whole, and could not be noted in last-backup.json');
  }
  const warnings = lookAtStores(base).map(({ what }) => what);
  return { backup: dest, created_at, key_id, with_key, profiles, files: files.length, bytes, warnings };
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

/** A consumer app; its secret is in the response of this command and nowhere else. */
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
  const values = { name, tier, redirectUris, allowedReturnOrigins, ...chosen };
  const { secret, ...app } = registerApp(base, { ...values, actor: ACTOR });
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

/** Reads the file, and applies for every profile what its money needs of it. */
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

/** Commands by the names of the admin protocol. */
export const commands = {
  init,
  backfill,
  import: importFiles,
  replay: replayProfile,
  rebuild: rebuildProfile,
  status,
  publish,
  'exports-make': makeExports,
  backup: backUp,
  'backups-make': makeBackup,
  keys,
  apps,
  'profiles-leave': leaveProfile,
  'profiles-release': releaseProfile,
  'profiles-engine': chooseProfileEngine,
  'profiles-undo': undoMove,
  'profiles-forget': forgetMoved,
  'profiles-arrive': arriveProfile,
  'apps-list': listApps,
  'apps-renew-secret': renewApp,
  'apps-revoke': endApp,
  'rates-import': ratesImport,
  'connections-list': connectionsList,
  'connections-sync': connectionsSync,
  'connections-remove': connectionsRemove,
  'warehouse-verify': verifyWarehouse,
  'webhooks-check': webhooksCheck,
  'webhooks-tail-open': webhooksTailOpen,
  'webhooks-tail-read': webhooksTailRead,
  'webhooks-tail-close': webhooksTailClose,
  'jobs-list': jobsList,
  'jobs-retry': jobsRetry,
  'jobs-drop': jobsDrop,
  'sign-in': signIn,
  'second-factor-remove': secondFactorRemove,
  'sso-list': ssoList,
  'sso-set': ssoSet,
  'sso-enforce': ssoEnforce,
  'sso-relax': ssoRelax,
  'sso-remove': ssoRemove,
  'provider-list': providerList,
  'provider-set': providerSet,
  'provider-remove': providerRemove,
  'demo-advance': demoAdvance,
};
export type CommandName = keyof typeof commands;

/** Carries a command out: what it needs of figures that are being built, it waits for. */
export const carryOut = (base: Base, name: CommandName, args: unknown, report: Report): Promise<Result> =>
  waitingForBuilds(reportBuild(report), async () => commands[name](base, args, report));
