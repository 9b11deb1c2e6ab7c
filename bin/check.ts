// Runs the project's checks, as many at a time as there are cores, and says at the end what held and what did not.
// usage: bin/run node bin/check.ts [NAME…]     Without names: everything that needs nothing but this repository.
import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { projectRoot } from '../src/base/kit/paths.ts';
import { ensureChromium } from './chromium.ts';
import { type Inputs, inputsOf } from './testing/inputs.ts';
import { tests } from './testing/selection.ts';
import { describeTurn } from './testing/turns.ts';

interface Check {
  /** The property that the check holds. */
  holds: string;
  /** Empty where there is nothing to do. @param changed Of its inputs, since the check last held; null: all. */
  command: (changed: readonly string[] | null) => string[];
  /** Left out unless it is named. */
  onRequest?: true;
  /** Runs when the others are through, with all cores, and is watched as it goes. */
  alone?: true;
  /** Runs while that one does, if both are to run, and is shown at its end: most of its time it waits. */
  beside?: string;
  /** Where not all need be checked again: the files that it reads. */
  inputs?: () => Inputs;
}

const cores = availableParallelism();
const requests = process.argv.slice(2);
const isChosen = (name: string): boolean => (requests.length > 0 ? requests.includes(name) : !checks[name]?.onRequest);
const peerData = resolve(projectRoot, process.env['PEER_DATA'] ?? '../shared/data');

/** TypeScript 7, which checks four times as fast. `typescript` itself stays 5.9: it is the library that tests and generators read code with. */
const tsc = (project: string, name: string): string =>
  `node node_modules/@typescript/native/bin/tsc --noEmit --incremental --tsBuildInfoFile .runtime/checks/${name}.tsbuildinfo -p ${project}`;

/** What the import rule and the search for what is unused depend on: files by name, and the lines that name others. */
const importsOf = (text: string): string => text.match(/^.*\b(?:import|export|require|from)\b.*$/gm)?.join('\n') ?? '';
const isEmpty = (changed: readonly string[] | null): boolean => changed?.length === 0;
const unlessEmpty = (changed: readonly string[] | null, command: string[]): string[] => (isEmpty(changed) ? [] : command);
const isCode = (file: string): boolean => /\.(?:[cm]?[jt]s|tsx)$/.test(file);

/** What bin/generate.ts reads. */
const isGeneratedFrom = (file: string): boolean =>
  /^(?:sql|warehouse\/schema)\/|^bin\/|\/contract\.yaml$|^src\/base\/(?:contract|sql|state|warehouse)\/|^seeds\//.test(file);
const areTypesThere = (): boolean => globSync('{src,console}/**/*.gen.ts', { cwd: projectRoot }).length > 2;

/** Tests that have scripts of their own. */
const ELSEWHERE = ['test/peers/', 'test/clickhouse/', 'test/faults/', 'test/hostile/'];

const checks: Record<string, Check> = {
  types: {
    holds: 'the types fit, those of the contract and the SQL statements among them',
    inputs: () => inputsOf('types', isGeneratedFrom),
    command: (changed) => {
      const generate = isEmpty(changed) && areTypesThere() ? [] : ['node bin/generate.ts'];
      const steps = [...generate, tsc('tsconfig.json', 'service'), tsc('console/tsconfig.json', 'console')];
      return ['sh', '-c', steps.join(' && ')];
    },
  },
  format: {
    holds: 'the code is formatted and free of known slips',
    inputs: () => inputsOf('format', (file) => isCode(file) || /\.(?:jsonc?|css)$/.test(file)),
    command: (changed) =>
      unlessEmpty(changed, [
        'biome',
        'check',
        '--error-on-warnings',
        '--no-errors-on-unmatched',
        ...(changed ?? []).filter((file) => existsSync(resolve(projectRoot, file))),
      ]),
  },
  imports: {
    holds: 'the import rule of ARCHITECTURE.md',
    inputs: () => inputsOf('imports', isCode, importsOf),
    command: (changed) =>
      unlessEmpty(changed, [
        'depcruise',
        '--config',
        '.dependency-cruiser.cjs',
        '--output-type',
        'err-long',
        'src',
        'console',
        'bin',
        'seeds',
        'test',
      ]),
  },
  unused: {
    holds: 'no unused file, export or dependency',
    command: () => ['knip', '--no-progress', '--cache', '--cache-location', '.runtime/checks/knip'],
  },
  contract: {
    holds: 'openapi.yaml is the join of the slices',
    command: () => ['node', 'bin/contract.ts', '--check'],
  },
  lint: {
    holds: 'the contract is sound OpenAPI with our fields',
    inputs: () => inputsOf('lint', (file) => file === 'openapi.yaml'),
    command: (changed) => unlessEmpty(changed, ['redocly', 'lint', 'openapi.yaml']),
  },
  dictionary: {
    holds: 'warehouse/DICTIONARY.md is that of the schema',
    command: () => ['node', 'bin/dictionary.ts', '--check'],
  },
  settings: { holds: 'SETTINGS.md is that of the definitions', command: () => ['node', 'bin/settings.ts', '--check'] },
  tracker: {
    holds: 'the tracker is that of its source, and small',
    command: () => ['node', 'bin/tracker.ts', '--check'],
    alone: true,
  },
  unit: {
    holds: 'the tests',
    command: () => {
      ensureChromium();
      return tests((file) => !ELSEWHERE.some((folder) => file.startsWith(folder)));
    },
    alone: true,
  },
  faults: {
    holds: 'nothing acknowledged is lost, whatever breaks (`npm run faults` runs more of it)',
    command: () => ['node', 'test/faults/tools/main.ts', '--short', ...(isChosen('unit') ? ['--lanes', '2'] : [])],
    alone: true,
    beside: 'unit',
  },
  peers: {
    holds: "other people's published figures",
    command: () => {
      if (!existsSync(peerData)) throw new Error(`There is no folder ${peerData}; PEER_DATA says where the public data stands.`);
      return tests((file) => file.startsWith('test/peers/'));
    },
    onRequest: true,
    alone: true,
  },
  clickhouse: {
    holds: 'ClickHouse computes the same figures',
    command: () => [
      'sh',
      '-c',
      `npm install --prefix test/clickhouse --no-save --no-audit --no-fund --loglevel error && ${tests((file) => file.startsWith('test/clickhouse/'), '--in-turn').join(' ')}`,
    ],
    onRequest: true,
    alone: true,
  },
};

/** For a check that was watched as it ran: its last output is repeated when all are through, after the output of others. */
const LAST_LINES = 12;

const isWatched = ({ alone, beside }: Check): boolean => alone === true && !(beside && isChosen(beside));

interface Outcome {
  name: string;
  ok: boolean;
  seconds: number;
  output: string;
}

function run(name: string, check: Check): Promise<Outcome> {
  const began = process.hrtime.bigint();
  const outcome = (ok: boolean, output: string): Outcome => ({
    name,
    ok,
    seconds: Number((process.hrtime.bigint() - began) / 1_000_000n) / 1000,
    output,
  });
  return new Promise((done) => {
    let argv: string[];
    const inputs = check.inputs?.();
    try {
      argv = check.command(inputs?.changed ?? null);
    } catch (reason) {
      done(outcome(false, reason instanceof Error ? reason.message : String(reason)));
      return;
    }
    const [program, ...options] = argv;
    if (program === undefined) {
      done(outcome(true, ''));
      return;
    }
    const child = spawn(program, options, {
      cwd: projectRoot,
      env: { ...process.env, PEER_DATA: peerData, REDOCLY_TELEMETRY: 'off', FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: string[] = [];
    for (const [stream, shown] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const)
      stream.on('data', (chunk: Buffer) => {
        output.push(chunk.toString());
        if (isWatched(check)) shown.write(chunk);
      });
    const said = (): string =>
      check.alone ? output.join('').trimEnd().split('\n').slice(-LAST_LINES).join('\n') : output.join('');
    child.on('error', (reason) => done(outcome(false, reason.message)));
    child.on('close', (code, signal) => {
      if (code === 0) inputs?.keep();
      else inputs?.forget();
      if (check.alone && !isWatched(check)) process.stdout.write(`\n${output.join('')}`);
      done(outcome(code === 0, said() || (signal ? `ended by ${signal}` : '')));
    });
  });
}

function say(outcome: Outcome): void {
  console.log(
    `${outcome.ok ? 'ok    ' : 'FAILED'}  ${outcome.name.padEnd(10)} ${outcome.seconds.toFixed(1).padStart(6)} s   ${checks[outcome.name]?.holds}`,
  );
  if (!outcome.ok && outcome.output) console.log(`${outcome.output.trim().replace(/^/gm, '        ')}\n`);
}

const unknown = requests.filter((name) => !(name in checks));
if (unknown.length > 0) {
  console.error(`There is no check ${unknown.join(', ')}; there are ${Object.keys(checks).join(', ')}.`);
  process.exit(2);
}
if (isChosen('unit') || isChosen('faults')) console.log(describeTurn());
const chosen = Object.entries(checks).filter(([name]) => isChosen(name));
const outcomes: Outcome[] = [];
const waiting = chosen.filter(([, check]) => !check.alone);

async function lane(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const outcome = await run(...next);
    say(outcome);
    outcomes.push(outcome);
  }
}

await Promise.all(Array.from({ length: cores }, lane));
const alone = chosen.filter(([, check]) => check.alone);
for (const [name, check] of alone.filter(([, each]) => isWatched(each))) {
  const together = alone.filter(([, { beside }]) => beside === name);
  outcomes.push(...(await Promise.all([run(name, check), ...together.map(([each, shown]) => run(each, shown))])));
}

const failed = outcomes.filter((outcome) => !outcome.ok).map((outcome) => outcome.name);
console.log('');
for (const outcome of outcomes.filter(({ name }) => checks[name]?.alone)) say(outcome);
console.log(
  failed.length === 0
    ? `All ${outcomes.length} checks hold.`
    : `${failed.length} of ${outcomes.length} checks failed: ${failed.join(', ')}.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
