// The command line's commands and options. Each parses, runs one command, shows its result and sets the exit code:
// 0 done · 1 failed · 2 used wrongly · 3 done in part (a file with rejected rows, or one that breaks off) · 4 all is well, and figures lack known money. What a command needs is loaded when it runs, so
// that help, mistakes and calls of a running service cost little.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { settingGroups } from '../../base/config/config.ts';
import { projectFile } from '../../base/kit/paths.ts';
import { programVersion } from '../../base/upgrade/version.ts';
import { CommandError } from '../jobs/protocol.ts';
import { addBackups } from './backup-commands.ts';
import { common, EXIT, forProfile, holderOf, type Options, pick, portNumber, run } from './command-options.ts';
import { addConnections } from './connection-commands.ts';
import { type CommonOptions, configOf, DEMO_FOLDER } from './folder.ts';
import { addImport, onConflict } from './import-command.ts';
import { addApps, addJobs, addKeys, addSignIn } from './key-commands.ts';
import { addMasterKey } from './master-key-command.ts';
import { addProfiles } from './profile-commands.ts';
import { addProviders } from './provider-commands.ts';
import { createScreen } from './screen.ts';
import { addSso } from './sso-commands.ts';
import * as texts from './texts.ts';
import { addVersion } from './version-command.ts';
import { addWarehouse } from './warehouse-commands.ts';
import { addWebhooks } from './webhook-commands.ts';

export function createProgram(): Command {
  const program = new Command('tributary')
    .description('Self-hosted marketing attribution: events in, explained credit out.')
    .version(programVersion())
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 failed, 2 wrong arguments, 3 partly done (rows were rejected, or the file is incomplete), 4 figures lack known money (status --figures).\nTRIBUTARY_DEBUG=1 prints the stack trace of an error.',
    );
  addInit(program);
  addServices(program);
  addImport(program);
  addBackfill(program);
  addRates(program);
  addUpkeep(program);
  addBackups(program);
  addKeys(program);
  addApps(program);
  addConnections(program);
  addWebhooks(program);
  addProfiles(program);
  addWarehouse(program);
  addJobs(program);
  addSignIn(program);
  addSso(program);
  addProviders(program);
  addMasterKey(program);
  addVersion(program);
  return program;
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
    .action(async ({ data, json, ...input }: CommonOptions & Record<string, string>) => {
      requireAll(input, ['email', 'workspace', 'profile', 'currency', 'timezone']);
      const { dataDir } = configOf(pick(data, json));
      await run('init', pick(data, json), input, (result) => texts.installed(result, dataDir));
    });
}

/** Reports everything that is missing together, not one option for each attempt. */
function requireAll(values: Record<string, string>, names: readonly string[]): void {
  const missing = names.filter((name) => values[name] === undefined).map((name) => `--${name}`);
  if (missing.length > 0) throw new CommandError('usage', `missing options: ${missing.join(', ')} (--help describes each)`);
}

/** The settings needed before accounts at a provider can be connected. */
function providerVariables(): string {
  const rows = Object.values(settingGroups['Connections to providers'] ?? {});
  const width = Math.max(...rows.map(({ variable }) => variable.length));
  const lines = rows.map(({ variable, about }) => `  ${variable.padEnd(width)}  ${about}`);
  return ['\nVariables of connections to providers (docs/operating.md; SETTINGS.md has all others):', ...lines].join('\n');
}

function addServices(program: Command): void {
  common(program.command('serve'))
    .description('run the service until it is stopped')
    .option('--port <number>', 'port to listen on; 0 = any free one (default: TRIBUTARY_PORT, otherwise 8080)', portNumber)
    .option('--host <address>', 'address to listen on (default: TRIBUTARY_HOST, otherwise 127.0.0.1)')
    .addHelpText('after', providerVariables)
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
  common(program.command('demo'), DEMO_FOLDER)
    .description('load an invented shop, compute its figures and serve them')
    .option(
      '--port <number>',
      'port to listen on, or the next free one; 0 = any (default: TRIBUTARY_PORT, otherwise 8080)',
      portNumber,
    )
    .option('--advance <days>', 'let days pass in the demo that is in the folder, and end: 7d (1d to 90d)')
    .action(async ({ advance, ...options }: CommonOptions & { port?: number; advance?: string }) => {
      if (advance !== undefined) {
        const { daysOf, runAdvance } = await import('./advance.ts');
        await runAdvance({ ...options, days: daysOf(advance) }, createScreen({ json: options.json ?? false }));
        return;
      }
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
    const command = forProfile(backfill.command(kind));
    if (kind === 'events')
      command.option('--timezone <zone>', "IANA; on whose clocks times without a zone are (default: the profile's)");
    if (kind === 'spend') command.addOption(onConflict());
    command
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
          options: Options & {
            wait: boolean;
            dryRun?: boolean;
            force?: boolean;
            rejectFile?: string;
            template?: true | string;
            timezone?: string;
            onConflict?: string;
          },
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
              timezone: options.timezone,
              on_conflict: options.onConflict,
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
    .option('--accept-losses', 'end the messages about files that were lost and that the service does without')
    .option('--figures', 'say of each profile how much of the known money its figures count; exit with 4 while some is outside')
    .action(async (options: Options & { acceptLosses?: boolean; figures?: boolean }) => {
      const args = { profile_id: options.profile, accept_losses: options.acceptLosses, figures: options.figures };
      const result = await run('status', options, args, texts.status, (config) => ({ service: holderOf(config) }));
      if (result['is_well'] !== true) process.exitCode = EXIT.failed;
      else if (texts.lacksMoney(result)) process.exitCode = EXIT.incomplete;
    });
  common(program.command('doctor'))
    .description('find mistakes in how the service is set up, each with what to do next; exit with 1 if there is one')
    .action(async (options: CommonOptions) => (await import('./doctor/doctor.ts')).runDoctor(options));
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
  const exports = program
    .command('exports')
    .description('exports of the published figures that the service makes on a schedule (TRIBUTARY_EXPORT_TARGET)');
  common(exports.command('make'))
    .description('write what changed since the last one to their place, now')
    .action(async (options: CommonOptions) => {
      await run('exports-make', options, {}, texts.exported);
    });
}
