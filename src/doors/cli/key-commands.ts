// The commands of keys, apps, jobs and signing in.
import type { Command } from 'commander';
import type { Config } from '../../base/config/config.ts';
import type { Result } from '../jobs/command.ts';
import { CommandError } from '../jobs/protocol.ts';
import { common, forProfile, holderOf, type Options, pick, run, wholeNumber } from './command-options.ts';
import { type CommonOptions, configOf, nextCommand } from './folder.ts';
import { createScreen } from './screen.ts';
import * as texts from './texts.ts';

export function addKeys(program: Command): void {
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

export function addApps(program: Command): void {
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

export function addJobs(program: Command): void {
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

export function addSignIn(program: Command): void {
  common(program.command('sign-in'))
    .description('create a link that signs a person in to the console, once')
    .requiredOption('--email <address>', "the person's e-mail address")
    .action(async ({ email, ...options }: CommonOptions & { email: string }) => {
      await run('sign-in', options, { email }, texts.signIn, linkOf);
    });
  common(program.command('second-factor').command('remove'))
    .description('switch the second factor of a person off who lost phone and recovery codes; they get a mail')
    .requiredOption('--email <address>', "the person's e-mail address")
    .action(async ({ email, ...options }: CommonOptions & { email: string }) => {
      await run('second-factor-remove', options, { email }, ({ removed }) =>
        removed ? 'Signing in requires no code of this person any more.' : 'It was not on.',
      );
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
      const created = await runCommand(config, 'sign-in', { email }, screen);
      const { link } = linkOf(config, created);
      const result = { ...created, link, is_opened: !options.json && (await openInBrowser(link, config.dataDir)) };
      screen.result(result, texts.opened(result));
    });
}

/** Where the link leads: to the public address, otherwise to the running service, otherwise to where one would listen. */
function linkOf(config: Config, { path }: Result): { link: string; is_served: boolean } {
  const http = holderOf(config)?.http;
  const address = config.baseUrl?.replace(/\/$/, '') ?? http ?? `http://${config.host}:${config.port}`;
  return { link: `${address}${path}`, is_served: http !== undefined && http !== '' };
}
