// The faults: ends, breaks, fills and floods the service in every way that is tested, and prints for each way its figure, target,
// rounds and seed. Exits 1 when one misses its target.
// usage: npm run faults -- [--only NAME[,NAME…]] [--rounds N] [--seed S] [--short] [--lanes N] [--write] [--list]
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { temporaryFolders } from '../../../bin/testing/temporary-folders.ts';
import { ofTurn } from '../../../bin/testing/turns.ts';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { conclude, type Line, print, runFile, wholeNumber } from './lines.ts';

interface Fault {
  what: string;
  /** Without --rounds; and with --short, what every change must pass. The test says of what. */
  rounds: number;
  short: number;
  /** Its figure is a time, which a busy machine spoils: no part of --short. */
  isTimed?: true;
  /** --short plays it in each run; the others take turns (bin/testing/turns.ts). */
  isInEachRun?: true;
}

/** By the name of the file under test/faults; the longest of --short first, so that no lane is left alone with one at the end. */
const faults: Record<string, Fault> = {
  'warehouse-lost': { what: 'the warehouse deleted, cut off, a byte of it flipped', rounds: 1, short: 1 },
  damage: { what: 'every kind of file deleted, truncated, changed by a byte, replaced by an older copy', rounds: 1, short: 1 },
  kill: {
    what: 'kill -9 of the service and of the warehouse process in the midst of every phase',
    rounds: 20,
    short: 10,
    isInEachRun: true,
  },
  'disk-full': { what: 'the disk full in the midst of every phase, then freed', rounds: 2, short: 1 },
  backfill: { what: 'kill -9 amid a backfill by the command line, begun again', rounds: 20, short: 6 },
  imports: { what: 'kill -9 amid the import of an uploaded file, and a full disk', rounds: 9, short: 3 },
  erasure: { what: 'kill -9 while a person is erased', rounds: 12, short: 2 },
  backup: { what: 'backups under load, restored on an empty folder', rounds: 3, short: 1 },
  webhooks: {
    what: 'receivers of webhooks that fail, and kill -9 while webhooks are sent',
    rounds: 500,
    short: 10,
    isInEachRun: true,
  },
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
    isInEachRun: true,
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
  'mails-killed': { what: 'kill -9 while a mail server is sent a mail', rounds: 20, short: 3, isInEachRun: true },
  sigterm: { what: 'SIGTERM under load', rounds: 5, short: 2 },
  idempotency: { what: 'a hundred posts of one idempotency key at once, killed midway', rounds: 10, short: 2, isInEachRun: true },
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

function usage(text: string): never {
  console.error(text);
  process.exit(2);
}

if (options.list) {
  for (const [name, { what, rounds, short }] of Object.entries(faults))
    console.log(`${name.padEnd(16)} ${what} (${rounds} runs, short ${short})`);
  process.exit(0);
}
const inTurn = ofTurn(Object.keys(faults).filter((name) => !faults[name]?.isTimed && !faults[name]?.isInEachRun));
const inShort = (name: string): boolean => !options.short || faults[name]?.isInEachRun === true || inTurn.includes(name);
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
    const lines = await runFile({
      file: projectFile('test', 'faults', `${name}.test.ts`),
      what: fault.what,
      seed,
      rounds: roundsAsked ?? (options.short ? fault.short : fault.rounds),
      env: options.short ? { FAULT_SHORT: '1' } : {},
    });
    all.push(...lines);
    print(lines, performance.now() - began);
  }
}

// Where figures are times, one has the machine for itself.
const lanes = wholeNumber('lanes', options.lanes) || (options.short ? SHORT_LANES : 1);
await Promise.all(Array.from({ length: lanes }, lane));
process.exitCode = conclude(all, options.write ? '# Faults' : undefined);
