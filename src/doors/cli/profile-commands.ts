// Moving a profile to another installation and from it.
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import type { Result } from '../jobs/command.ts';
import { CommandError } from '../jobs/protocol.ts';
import { ask, canAsk } from './ask.ts';
import { common, EXIT, run } from './command-options.ts';
import type { CommonOptions } from './folder.ts';
import { createScreen, table } from './screen.ts';

interface MoveOptions extends CommonOptions {
  to?: string;
  for?: string;
  address?: string;
  release?: true;
  undo?: true;
  forget?: true;
  from?: string;
  keyFile?: string;
  workspace?: string;
  yes?: true;
}

export function addProfiles(program: Command): void {
  const profiles = program.command('profiles').description('profiles of this installation');
  common(profiles.command('move'))
    .description('move a profile into another installation of the same version, with ids, figures, keys and secrets unchanged')
    .argument('[profile]', 'the profile; optional if there is only one')
    .option('--to <file>', 'stop accepting for the profile, and write it into this file')
    .option(
      '--for <installation>',
      'with --to: the only installation that may take it (its `tributary status --json` has the id)',
    )
    .option('--address <url>', 'with --to: where it can be reached then, for the message to senders')
    .option('--release', 'give the profile up for good, and write the key of its file; with --key-file')
    .option('--undo', 'before the release: accept again here; the file becomes worthless')
    .option('--forget', 'after the other installation has the profile: delete what it left here, for good')
    .option('--from <file>', 'take the profile of this file in; with --key-file')
    .option('--key-file <file>', 'where the key of the file is written, or read')
    .option('--yes', 'with --from: accept it without asking, with all keys, subscriptions and destinations that come along')
    .option('--workspace <id>', 'with --from: the workspace here; optional if there is only one')
    .addHelpText(
      'after',
      '\nIn this order: --to (old installation), --release (old), --from (new). Until --release all can be undone, and the file cannot be opened anywhere. --from lists who reaches the profile, and asks; in a script it needs --yes.',
    )
    .action(move);
  common(profiles.command('engine'))
    .description('choose the engine that the overview and attribution of a profile are read from')
    .argument('[profile]', 'the profile; optional if there is only one')
    .addOption(
      new Option('--engine <engine>', 'ClickHouse needs a verified build')
        .choices(['duckdb', 'clickhouse'])
        .makeOptionMandatory(),
    )
    .action(chooseEngine);
}

async function chooseEngine(profile_id: string | undefined, options: CommonOptions & { engine: string }): Promise<void> {
  const shown = ({ engine, answers, reason }: Record<string, unknown>): string =>
    engine === answers ? `Reports are read from ${engine}.` : `Chosen: ${engine}. DuckDB still answers: ${reason}.`;
  await run('profiles-engine', options, { profile_id, engine: options.engine }, shown);
}

function need(value: string | undefined, name: string): string {
  if (value === undefined) throw new CommandError('usage', `missing option: ${name} (--help describes each)`);
  return value;
}

async function move(profile_id: string | undefined, options: MoveOptions): Promise<void> {
  const chosen = [options.to, options.from, options.release, options.undo, options.forget].filter((each) => each !== undefined);
  if (chosen.length !== 1)
    throw new CommandError('usage', 'choose one of --to, --release, --undo, --from and --forget (--help describes each)');
  if (options.to !== undefined) await leave(profile_id, options.to, options);
  else if (options.release) await release(profile_id, options);
  else if (options.undo) await run('profiles-undo', options, { profile_id }, () => 'Undone: the profile is accepted for here.');
  else if (options.forget) await run('profiles-forget', options, { profile_id }, ({ status }) => `Its copy here: ${status}.`);
  else await arrive(options);
}

async function leave(profile_id: string | undefined, to: string, options: MoveOptions): Promise<void> {
  const args = { profile_id, file: resolve(to), installation: need(options.for, '--for'), address: options.address };
  await run(
    'profiles-leave',
    options,
    args,
    ({ file, facts }) =>
      `Written: ${file} (${facts} facts). Nothing is accepted for the profile here. Next: --release, or --undo.`,
  );
}

async function release(profile_id: string | undefined, options: MoveOptions): Promise<void> {
  const key_file = resolve(need(options.keyFile, '--key-file'));
  await run(
    'profiles-release',
    options,
    { profile_id, key_file },
    ({ file }) => `Released. Next, in the other installation: tributary profiles move --from ${file} --key-file ${key_file}`,
  );
}

const ACCEPTS_ALL = 'all';
const reachesShape = z.array(z.object({ kind: z.string(), id: z.string(), what: z.string() }));

/** Names in the file are those of strangers: what would play with the screen is not shown. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd');

function comesAlong({ profile_id, from_installation, reaches }: Result): string {
  const rows = reachesShape.parse(reaches).map(({ kind, id, what }) => [kind.replace('_', ' '), id, plain(what)]);
  const what = `Profile ${profile_id} of installation ${from_installation}.`;
  if (rows.length === 0) return `${what} No key, subscription, destination or account comes along.`;
  return `${what} With it come, and reach it or receive something of it from then on:\n\n${table(['WHAT', 'ID', 'NAME'], rows)}`;
}

/** Lists what comes along and asks, unless the operator has said yes. */
async function arrive(options: MoveOptions): Promise<void> {
  const key_file = resolve(need(options.keyFile, '--key-file'));
  const args = { file: resolve(need(options.from, '--from')), key_file, workspace_id: options.workspace };
  const accepts = options.yes ? ACCEPTS_ALL : await confirmed(options, args);
  if (accepts === undefined) return;
  await run(
    'profiles-arrive',
    options,
    { ...args, accepts },
    ({ profile_id, facts }) => `Profile ${profile_id} is here with ${facts} facts, and its figures are computed.`,
  );
}

/** The list that the operator has said yes to; undefined where nothing is to be added. */
async function confirmed(options: MoveOptions, args: Record<string, unknown>): Promise<string | undefined> {
  const listed = await run('profiles-arrive', options, args, comesAlong);
  const isAsked = canAsk() && !options.json;
  const isWanted = isAsked && /^y(es)?$/i.test((await ask('Accept it? [y/N] ')).trim());
  if (isWanted) return String(listed['accepts']);
  if (!isAsked) process.exitCode = EXIT.usage;
  createScreen({ json: options.json ?? false }).notice(
    `nothing was accepted${isAsked ? '' : '; repeat the command with --yes if all of this may come along'}`,
  );
  return undefined;
}
