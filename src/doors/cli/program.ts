// The command line's commands and options. Each parses, runs one command, shows its result and sets the exit code:
// 0 done · 1 failed · 2 used wrongly · 3 done in part (a file with rejected rows, or one that breaks off). What a command needs is loaded when it runs, so
// that help, mistakes and calls of a running service cost little.

import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import type { Config } from '../../base/config/config.ts';
import { projectFile } from '../../base/kit/paths.ts';
import { readJson } from '../../base/kit/stored-json.ts';
import { readServiceFile } from '../../base/service-file.ts';
import type { Result } from '../jobs/command.ts';
import type { CommandName } from '../jobs/commands.ts';
import { CommandError } from '../jobs/protocol.ts';
import { type CommonOptions, configOf, DEFAULT_FOLDER, nextCommand } from './folder.ts';
import { createScreen } from './screen.ts';
import * as texts from './texts.ts';

export const EXIT = { failed: 1, usage: 2, partly: 3 } as const;

interface Options extends CommonOptions {
  profile?: string;
}

export function createProgram(): Command {
  const program = new Command('tributary')
    .description('Self-hosted marketing attribution: events in, explained credit out.')
    .version(versionOf())
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 failed, 2 wrong arguments, 3 partly done (rows were rejected, or the file is incomplete).\nTRIBUTARY_DEBUG=1 prints the stack trace of an error.',
    );
  addInit(program);
  addServices(program);
  addBackfill(program);
  addRates(program);
  addUpkeep(program);
  addCopies(program);
  addKeys(program);
  addApps(program);
  addConnections(program);
  addJobs(program);
  addSignIn(program);
  return program;
}

const versionOf = (): string => {
  const text = readFileSync(projectFile('package.json'), 'utf8');
  return readJson('package.json', z.object({ version: z.string() }), text).version;
};

const common = (command: Command): Command =>
  command
    .option('--data <folder>', `the data folder (default: TRIBUTARY_DATA, otherwise ${DEFAULT_FOLDER})`)
    .option('--json', 'print the result as one JSON object');

const forProfile = (command: Command): Command =>
  common(command).option('--profile <id>', 'the profile; optional if there is only one');

/** Runs a stored command and shows what came of it. */
async function run(
  name: CommandName,
  options: CommonOptions,
  args: Record<string, unknown>,
  show: (result: Result) => string,
  besides: (config: Config, answer: Result) => Result = () => ({}),
): Promise<Result> {
  const screen = createScreen({ json: options.json ?? false });
  try {
    const config = configOf({ ...options, logLevel: 'warn' });
    const { runCommand } = await import('../jobs/run-command.ts');
    const answer = await runCommand(config, name, args, screen);
    const result = { ...answer, ...besides(config, answer) };
    screen.result(result, show(result));
    return result;
  } finally {
    screen.done();
  }
}

/** Who holds the folder, without the token. A command that had to open the folder itself has left by now. */
function holderOf(config: Config): { pid: number; http: string } | null {
  const service = readServiceFile(config.dataDir);
  return service ? { pid: service.pid, http: service.http } : null;
}

function addInit(program: Command): void {
  common(program.command('init'))
    .description('create an owner, a workspace and a profile, with an API key, a tracking key and a session')
    .option('--email <address>', "the owner's e-mail address (required)")
    .option('--workspace <name>', 'name of the workspace (required)')
    .option('--profile <name>', 'name of the profile (required)')
    .option('--currency <code>', 'ISO 4217, e.g. USD (required)')
    .option('--timezone <zone>', 'IANA, e.g. UTC or Europe/Berlin (required)')
    .option('--domain <host>', "a host of the profile's own site")
    .action(async ({ data, json, ...given }: CommonOptions & Record<string, string>) => {
      requireAll(given, ['email', 'workspace', 'profile', 'currency', 'timezone']);
      const { dataDir } = configOf(pick(data, json));
      await run('init', pick(data, json), given, (made) => texts.installed(made, dataDir));
    });
}

/** Reports everything that is missing together, not one option for each attempt. */
function requireAll(given: Record<string, string>, names: readonly string[]): void {
  const missing = names.filter((name) => given[name] === undefined).map((name) => `--${name}`);
  if (missing.length > 0) throw new CommandError('usage', `missing options: ${missing.join(', ')} (--help describes each)`);
}

const pick = (data: string | undefined, json: boolean | undefined): CommonOptions => ({
  ...(data === undefined ? {} : { data }),
  ...(json === undefined ? {} : { json }),
});

function addServices(program: Command): void {
  common(program.command('serve'))
    .description('run the service until it is stopped')
    .option('--port <number>', 'port to listen on; 0 = any free one (default: TRIBUTARY_PORT, otherwise 8080)', portNumber)
    .option('--host <address>', 'address to listen on (default: TRIBUTARY_HOST, otherwise 127.0.0.1)')
    .action(async (options: CommonOptions & { port?: number; host?: string }) => {
      const screen = createScreen({ json: options.json ?? false });
      const { serve } = await import('./serve.ts');
      const { findOperator } = await import('../../account/people/index.ts');
      const config = configOf(options);
      const { requireInstallation } = await import('../jobs/run-here.ts');
      requireInstallation(config.dataDir);
      const { service, ended } = await serve(config);
      const isSetUp = findOperator(service.base) !== undefined;
      const text = texts.serving(service.address, { dataDir: config.dataDir, isSetUp });
      screen.result({ address: service.address, pid: process.pid }, text);
      await ended;
    });
  common(program.command('demo'))
    .description('load an invented shop, compute its figures and serve them')
    .option(
      '--port <number>',
      'port to listen on, or the next free one; 0 = any (default: TRIBUTARY_PORT, otherwise 8080)',
      portNumber,
    )
    .action(async (options: CommonOptions & { port?: number }) => {
      const { runDemo } = await import('./demo.ts');
      await runDemo(options, createScreen({ json: options.json ?? false }));
    });
}

function addBackfill(program: Command): void {
  const backfill = program
    .command('backfill')
    .description('load a file (CSV, NDJSON or Parquet, gzip too); loading it twice adds nothing');
  const kinds = [
    ['events', 'page views, outcomes and payments'],
    ['spend', 'what ads cost, per ad and day'],
  ] as const;
  for (const [kind, what] of kinds) {
    forProfile(backfill.command(kind))
      .description(`load ${what}`)
      .argument('[file]', 'path of the file')
      .option('--template [file]', 'print a sample file (CSV) with all columns, or write it to a new file; load nothing')
      .option('--no-wait', 'return when all rows are accepted, before the figures are computed')
      .option('--dry-run', 'check every row, write nothing')
      .option('--force', 'read the file even if it was loaded before')
      .option('--reject-file <file>', 'write every rejected row to this file, with its line and reason')
      .action(
        async (
          file: string | undefined,
          options: Options & { wait: boolean; dryRun?: boolean; force?: boolean; rejectFile?: string; template?: true | string },
        ) => {
          if (options.template !== undefined) {
            showTemplate(kind, options.template, options.json ?? false);
            return;
          }
          if (file === undefined) throw new CommandError('usage', "missing required argument 'file' (--template shows a sample)");
          const result = await run(
            'backfill',
            options,
            {
              kind,
              file: resolve(file),
              profile_id: options.profile,
              wait: options.wait,
              dry_run: options.dryRun,
              force: options.force,
              reject_file: options.rejectFile && resolve(options.rejectFile),
            },
            texts.filled,
          );
          if (Number(result['rejected']) > 0 || result['incomplete']) process.exitCode = EXIT.partly;
        },
      );
  }
}

/** Printed, or written where it overwrites nothing. */
function showTemplate(kind: 'events' | 'spend', target: true | string, isJson: boolean): void {
  const content = readFileSync(projectFile('samples', `${kind}.csv`), 'utf8');
  const screen = createScreen({ json: isJson });
  if (target === true) screen.result({ kind, content }, content.trimEnd());
  else {
    const file = resolve(target);
    try {
      writeFileSync(file, content, { flag: 'wx' });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      throw new CommandError('failed', `${file} exists: it is left as it is`);
    }
    screen.result({ kind, file }, `Written: ${file}`);
  }
  screen.done();
}

function addRates(program: Command): void {
  common(program.command('rates').description('exchange rates').command('import'))
    .description('import a file of rates: day, base, currency, rate; or one row per day and one column per currency')
    .argument('<file>', 'path of the file (CSV)')
    .option('--base <currency>', 'base currency of the rates, if the file does not name one', 'EUR')
    .action(async (file: string, options: CommonOptions & { base: string }) => {
      await run('rates-import', options, { file: resolve(file), base: options.base }, texts.ratesTaken);
    });
}

function addUpkeep(program: Command): void {
  forProfile(program.command('status'))
    .description('check the installation; if something is wrong, say what to do next and exit with 1')
    .action(async (options: Options) => {
      const told = await run('status', options, { profile_id: options.profile }, texts.status, (config) => ({
        service: holderOf(config),
      }));
      if (told['is_well'] !== true) process.exitCode = EXIT.failed;
    });
  forProfile(program.command('replay'))
    .description('recompute all history in a second file, then replace the current figures')
    .action(async (options: Options) => {
      await run('replay', options, { profile_id: options.profile }, texts.computed('Replayed'));
    });
  forProfile(program.command('rebuild'))
    .description('delete the warehouse file and build it from archive, journal and decisions')
    .action(async (options: Options) => {
      await run('rebuild', options, { profile_id: options.profile }, texts.computed('Rebuilt'));
    });
  forProfile(program.command('publish'))
    .description('write the figures as Parquet files for analysts, in published/current')
    .action(async (options: Options) => {
      await run('publish', options, { profile_id: options.profile }, texts.published);
    });
}

function addCopies(program: Command): void {
  common(program.command('backup'))
    .description('copy the data folder while it is in use')
    .argument('<dest>', 'a folder that is empty or missing')
    .option('--with-key', 'include the master key')
    .action(async (dest: string, options: CommonOptions & { withKey?: boolean }) => {
      await run('backup', options, { dest: resolve(dest), with_key: options.withKey }, texts.backedUp);
    });
  common(program.command('restore'))
    .description('fill an empty data folder from a backup (set MASTER_KEY if the backup has no key)')
    .argument('<src>', 'folder of a backup')
    .option('--erasures <path>', 'the list of erasures of a newer backup or data folder, for a backup that was moved')
    .action(async (src: string, options: CommonOptions & { erasures?: string }) => {
      const config = configOf(options);
      const { dataDir, masterKey } = config;
      const { restoreAndErase } = await import('../jobs/restore.ts');
      const { erased, created_at, key_id, profiles } = await restoreAndErase(resolve(src), config, {
        ...(masterKey === undefined ? {} : { masterKey }),
        ...(options.erasures === undefined ? {} : { erasures: resolve(options.erasures) }),
      });
      const result = { data_dir: dataDir, backup: resolve(src), created_at, key_id, profiles, erased };
      createScreen({ json: options.json ?? false }).result(result, texts.restored(result));
    });
}

function addKeys(program: Command): void {
  forProfile(program.command('keys').description('API keys').command('create'))
    .description('create an API key for a profile')
    .requiredOption('--name <name>', 'what it is for')
    .option('--scopes <scopes>', 'comma-separated; default: all that a key may have, except messages', (list: string) =>
      list.split(',').map((scope) => scope.trim()),
    )
    .option('--rate-limit <number>', 'requests a minute', wholeNumber)
    .action(async (options: Options & { name: string; scopes?: string[]; rateLimit?: number }) => {
      const args = {
        profile_id: options.profile,
        name: options.name,
        scopes: options.scopes,
        rate_limit_per_minute: options.rateLimit,
      };
      await run('keys', options, args, texts.keyMade);
    });
}

const listed = (text: string): string[] => text.split(',').map((part) => part.trim());
const gathered = (uri: string, before: string[] = []): string[] => [...before, uri];

interface AppOptions extends CommonOptions {
  name: string;
  tier: string;
  redirectUri?: string[];
  returnOrigin?: string[];
  scopes?: string[];
  storefront?: string;
}

function addApps(program: Command): void {
  const apps = program.command('apps').description('consumer apps');
  common(apps.command('list'))
    .description('list them, with what each has access to')
    .action(async (options: CommonOptions) => {
      await run('apps-list', options, {}, texts.appList);
    });
  common(apps.command('renew-secret'))
    .description('create a new secret for an app; the old one and its tokens end at once')
    .requiredOption('--app <id>', 'its id')
    .action(async ({ app, ...options }: CommonOptions & { app: string }) => {
      await run('apps-renew-secret', options, { app_id: app }, texts.appMade);
    });
  common(apps.command('revoke'))
    .description('revoke an app with its tokens and API keys; what it created remains')
    .requiredOption('--app <id>', 'its id')
    .action(async ({ app, ...options }: CommonOptions & { app: string }) => {
      await run('apps-revoke', options, { app_id: app }, (result) => `The app ${result['app_id']} has ended.`);
    });
  common(apps.command('create'))
    .description('register an app that acts for its users and the profiles it creates')
    .requiredOption('--name <name>', 'the name that people see')
    .option('--tier <tier>', 'standard (300 calls a minute), elevated (1,200) or internal (6,000)', 'standard')
    .option('--redirect-uri <uri>', 'redirect URI; can be repeated', gathered)
    .option(
      '--return-origin <origin>',
      'an origin that people may be redirected to; default: the origins of the redirect URIs',
      gathered,
    )
    .option('--scopes <scopes>', 'comma-separated; default: all', listed)
    .option('--storefront <name>', 'the marketplace that bills the workspaces it creates: shopify')
    .action(async (options: AppOptions) => {
      const args = {
        name: options.name,
        tier: options.tier,
        redirect_uris: options.redirectUri,
        allowed_return_origins: options.returnOrigin,
        scopes: options.scopes,
        storefront: options.storefront,
      };
      await run('apps', pick(options.data, options.json), args, texts.appMade);
    });
}

interface JobOptions extends CommonOptions {
  job?: string;
  kind?: string;
}

interface ConnectionOptions extends CommonOptions {
  profile?: string;
  connection: string;
}

function addConnections(program: Command): void {
  const connections = program.command('connections').description('accounts at ad platforms that are connected');
  common(connections.command('list'))
    .description('list connections with their status and last sync')
    .option('--profile <id>', 'of this profile alone')
    .action(async ({ profile, ...options }: ConnectionOptions) => {
      await run('connections-list', options, { profile_id: profile }, texts.connectionList);
    });
  const ofOne = (command: Command): Command => common(command).requiredOption('--connection <id>', 'the connection');
  ofOne(connections.command('sync'))
    .description('read the accounts of a connection as soon as the service runs')
    .action(async ({ connection, ...options }: ConnectionOptions) => {
      const args = { connection_id: connection };
      await run('connections-sync', options, args, ({ job_ids }) => `Queued: ${[job_ids].flat().join(', ')}.`);
    });
  ofOne(connections.command('remove'))
    .description('end a connection; what it read stays')
    .action(async ({ connection, ...options }: ConnectionOptions) => {
      const args = { connection_id: connection };
      await run('connections-remove', options, args, ({ revocation }) => `Removed; revocation at the provider: ${revocation}.`);
    });
}

function addJobs(program: Command): void {
  const jobs = program.command('jobs').description('work that is done later: mails, purges, replays, …');
  common(jobs.command('list'))
    .description('list the jobs that failed for good, wait or run')
    .option('--kind <kind>', 'of this kind alone')
    .action(async ({ kind, ...options }: JobOptions) => {
      await run('jobs-list', options, { kind }, texts.jobList);
    });
  const ofJobs = (command: Command, what: string): Command =>
    common(command)
      .option('--job <id>', `the job to ${what}`)
      .option('--kind <kind>', 'all jobs of this kind that failed for good');
  ofJobs(jobs.command('retry'), 'retry')
    .description('have jobs tried again, with all their attempts')
    .action(async ({ job, kind, ...options }: JobOptions) => {
      await run('jobs-retry', options, { job_id: job, kind }, ({ retried }) => `${retried} to be tried again.`);
    });
  ofJobs(jobs.command('drop'), 'drop')
    .description('remove jobs that failed for good or wait; purges and erasures cannot be dropped')
    .action(async ({ job, kind, ...options }: JobOptions) => {
      await run('jobs-drop', options, { job_id: job, kind }, ({ dropped }) => `${dropped} dropped.`);
    });
}

function addSignIn(program: Command): void {
  common(program.command('sign-in'))
    .description('create a link that signs a person in to the console, once')
    .requiredOption('--email <address>', "the person's e-mail address")
    .action(async ({ email, ...options }: CommonOptions & { email: string }) => {
      await run('sign-in', options, { email }, texts.signIn, linkOf);
    });
  common(program.command('open'))
    .description('sign in to the console of the running service: prints a one-time link, and opens it if there is a display')
    .option('--email <address>', "the person's e-mail address (default: the first owner)")
    .action(async ({ email, ...options }: CommonOptions & { email?: string }) => {
      const config = configOf(options);
      if (!holderOf(config)?.http) {
        const start = nextCommand('serve', config.dataDir);
        throw new CommandError('not_running', `No service is running on ${config.dataDir}; \`${start}\` starts it.`);
      }
      const { runCommand } = await import('../jobs/run-command.ts');
      const { openInBrowser } = await import('./browser.ts');
      const screen = createScreen({ json: options.json ?? false });
      const made = await runCommand(config, 'sign-in', { email }, screen);
      const { link } = linkOf(config, made);
      const result = { ...made, link, is_opened: !options.json && (await openInBrowser(link, config.dataDir)) };
      screen.result(result, texts.opened(result));
    });
}

/** Where the link leads: to the public address, else to the running service, else to where one would listen. */
function linkOf(config: Config, { path }: Result): { link: string; is_served: boolean } {
  const http = holderOf(config)?.http;
  const address = config.baseUrl?.replace(/\/$/, '') ?? http ?? `http://${config.host}:${config.port}`;
  return { link: `${address}${path}`, is_served: http !== undefined && http !== '' };
}

function portNumber(text: string): number {
  const isPort = /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
  if (!isPort) throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
  return Number(text);
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
