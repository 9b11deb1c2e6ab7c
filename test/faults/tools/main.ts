// The faults: ends, breaks, fills and floods the service in every way that is tested, and prints for each way its figure, target,
// rounds and seed. Exits 1 when one misses its target.
// usage: npm run faults -- [--only NAME[,NAME…]] [--rounds N] [--seed S] [--short] [--lanes N] [--write] [--list]
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { temporaryFolders } from '../../../bin/testing/temporary-folders.ts';
import { projectFile, projectRoot } from '../../../src/base/kit/paths.ts';
import type { Found } from './results.ts';

interface Fault {
  what: string;
  /** Without --rounds; and with --short, what every change must pass. The test says of what. */
  rounds: number;
  short: number;
  /** Its figure is a time, which a busy machine spoils: no part of --short. */
  isTimed?: true;
}

/** By the name of the file under test/faults; the longest of --short first, so that no lane is left alone with one at the end. */
const faults: Record<string, Fault> = {
  'warehouse-lost': { what: 'the warehouse deleted, cut off, a byte of it flipped', rounds: 1, short: 1 },
  damage: { what: 'every kind of file deleted, truncated, changed by a byte, replaced by an older copy', rounds: 1, short: 1 },
  kill: { what: 'kill -9 of the service and of the warehouse process in the midst of every phase', rounds: 20, short: 10 },
  'disk-full': { what: 'the disk full in the midst of every phase, then freed', rounds: 2, short: 1 },
  backfill: { what: 'kill -9 amid a backfill by the command line, begun again', rounds: 20, short: 6 },
  erasure: { what: 'kill -9 while a person is erased', rounds: 12, short: 2 },
  backup: { what: 'backups under load, restored on an empty folder', rounds: 3, short: 1 },
  webhooks: { what: 'receivers of webhooks that fail, and kill -9 while webhooks are sent', rounds: 500, short: 10 },
  resent: { what: 'every event sent one to five times, shuffled, across restarts', rounds: 5, short: 1 },
  recomputed: {
    what: 'orders that arrive while goals, windows, modes and merges have figures recomputed, and kills',
    rounds: 200,
    short: 4,
  },
  replay: { what: 'increments committed while replays run', rounds: 5, short: 1 },
  'two-commands': { what: 'commands that start at once on one folder', rounds: 1, short: 1 },
  'ad-accounts': {
    what: 'kill -9 amid the first sync of an ad account, its answers failing; a large account; secrets',
    rounds: 5,
    short: 2,
  },
  'ad-history': { what: 'an ad account whose platform fails in every way while its figures change', rounds: 120, short: 6 },
  'ad-writes': {
    what: 'changes of ads while the platform fails, callers race and the service is killed',
    rounds: 1_000,
    short: 17,
  },
  'conversion-sync': {
    what: 'destinations of conversions that fail in every way, and kill -9 while conversions are sent',
    rounds: 500,
    short: 12,
  },
  'ledger-lost': {
    what: 'the ledger deleted, cut off, changed and replaced while webhooks and conversions are sent',
    rounds: 120,
    short: 4,
  },
  'mails-killed': { what: 'kill -9 while a mail server is sent a mail', rounds: 20, short: 3 },
  sigterm: { what: 'SIGTERM under load', rounds: 5, short: 2 },
  idempotency: { what: 'a hundred posts of one idempotency key at once, killed midway', rounds: 10, short: 2 },
  clocks: { what: 'changes of the clocks, and clients whose clocks are wrong', rounds: 1, short: 1 },
  'short-of-memory': { what: 'facts that find no memory to be landed in', rounds: 1, short: 1 },
  poison: { what: 'one fact of a hundred that cannot be landed', rounds: 2, short: 1, isTimed: true },
  'noisy-profile': { what: 'one profile at twenty times its rate', rounds: 8, short: 1, isTimed: true },
};

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string' },
    seed: { type: 'string' },
    short: { type: 'boolean', default: false },
    lanes: { type: 'string' },
    write: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

/** Tests at once with --short, on however few cores: most of their time they wait. */
const SHORT_LANES = 4;
/** The target of a test that broke off without a figure. */
const PASSES = 'passes';

interface Line extends Found {
  seed: number;
}

function usage(text: string): never {
  console.error(text);
  process.exit(2);
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,10}$/.test(text)) usage(`--${name} must be a whole number.`);
  return Number(text);
}

/** Runs one test file on its own; answers its lines, and one that says it failed when it told of nothing amiss itself. */
async function run(name: string, fault: Fault, seed: number, rounds: number): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-faults-'));
  const file = join(folder, 'results.ndjson');
  const env = {
    ...process.env,
    ...{ ROUNDS: String(rounds), TEST_SEED: String(seed), FAULT_RESULTS: file, FORCE_COLOR: '0' },
    ...(options.short ? { FAULT_SHORT: '1' } : {}),
  };
  const argv = ['--test', '--test-reporter=spec', projectFile('test', 'faults', `${name}.test.ts`)];
  const child = spawn(process.execPath, argv, { cwd: projectRoot, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.on('close', done));
  const found = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Found)
    : [];
  rmSync(folder, { recursive: true, force: true });
  const lines = found.map((each) => ({ ...each, seed }));
  if (code === 0 && lines.length > 0) return lines;
  console.log(output);
  if (lines.some(({ holds }) => !holds)) return lines;
  const figure = code === 0 ? 'told of no figure' : 'failed: see its output above';
  return [...lines, { name: fault.what, figure, target: PASSES, rounds, seed, holds: false }];
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
const row = ({ name, figure, target, rounds, seed, holds }: Line): string =>
  `| ${cell(name)} | ${rounds} | ${seed} | ${cell(figure)} | ${cell(target)} | ${holds ? 'yes' : '**no**'} |`;

/** Puts the lines into the table of FAULTS.md, in the place of those of the same name. */
function write(lines: Line[]): void {
  const file = projectFile('FAULTS.md');
  const text = readFileSync(file, 'utf8').split('\n');
  const rule = text.findIndex((line) => /^\|(-+\|)+$/.test(line));
  if (rule < 0) throw new Error('FAULTS.md has no table.');
  let end = rule + 1;
  while (text[end]?.startsWith('|')) end += 1;
  const rows = text.slice(rule + 1, end);
  for (const line of lines) {
    const at = rows.findIndex((each) => each.startsWith(`| ${cell(line.name)} |`));
    if (at < 0) rows.push(row(line));
    else rows[at] = row(line);
  }
  writeFileSync(file, [...text.slice(0, rule + 1), ...rows, ...text.slice(end)].join('\n'));
}

if (options.list) {
  for (const [name, { what, rounds, short }] of Object.entries(faults))
    console.log(`${name.padEnd(16)} ${what} (${rounds} runs, short ${short})`);
  process.exit(0);
}
const inShort = (name: string): boolean => !options.short || !faults[name]?.isTimed;
const requests = options.only?.split(',') ?? Object.keys(faults).filter(inShort);
const unknown = requests.filter((name) => !Object.hasOwn(faults, name));
if (unknown.length > 0) usage(`There is no fault ${unknown.join(', ')}; there are ${Object.keys(faults).join(', ')}.`);
const roundsAsked = wholeNumber('rounds', options.rounds);
const seedAsked = wholeNumber('seed', options.seed);

// A process that is killed loses nothing that it wrote, in memory as on a disk.
if (options.short) {
  const folder = mkdtempSync(join(temporaryFolders(), 'tributary-faults-'));
  process.env['TMPDIR'] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}
const all: Line[] = [];
const waiting = [...requests];

async function lane(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const fault = faults[name] as Fault;
    const seed = seedAsked ?? Math.floor(Math.random() * 2 ** 31);
    const began = performance.now();
    const lines = await run(name, fault, seed, roundsAsked ?? (options.short ? fault.short : fault.rounds));
    all.push(...lines);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    for (const line of lines) {
      console.log(`${line.holds ? 'ok    ' : 'MISSED'}  ${line.name} (${line.rounds} rounds, seed ${line.seed}, ${seconds} s)`);
      console.log(`        ${line.figure}\n        target: ${line.target}`);
    }
  }
}

// Where figures are times, one has the machine for itself.
const lanes = wholeNumber('lanes', options.lanes) || (options.short ? SHORT_LANES : 1);
await Promise.all(Array.from({ length: lanes }, lane));
// What broke off has no figure; the screen told of it.
if (options.write) write(all.filter(({ target }) => target !== PASSES));
const missed = all.filter(({ holds }) => !holds);
console.log(
  missed.length === 0 ? `\nAll ${all.length} figures hold.` : `\n${missed.length} of ${all.length} figures miss their target.`,
);
process.exitCode = missed.length === 0 ? 0 : 1;
