// The short check of the second engine: model cases, five random histories, bodies, the demo of 30 days. It runs where what either engine computes by has
// changed since test/clickhouse/last-run.json, writes that file when it holds, and says nothing new otherwise. The file is to be committed.
// usage: npm run test:engines -- [--force]
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { processorSeconds } from '../../bin/testing/processor-time.ts';
import { projectFile, projectRoot } from '../../src/base/kit/paths.ts';
import { readJson } from '../../src/base/kit/stored-json.ts';

const LAST_RUN = projectFile('test', 'clickhouse', 'last-run.json');
/** What either engine computes by, the reports that read it, and what is checked with. */
const SOURCES = [
  '{warehouse/schema,sql/models}/**/*.sql',
  'seeds/**/*.csv',
  'src/credit/pipeline/**/*.ts',
  'src/collect/events/enrich/**/*.ts',
  'sql/clickhouse/**/*.sql',
  'sql/warehouse/report/**/*.sql',
  'src/credit/second-engine/**/*.ts',
  'src/base/warehouse/clickhouse/**/*.ts',
  'test/models/**/*',
  'test/clickhouse/**/*.test.ts',
  'test/clickhouse/tools/*.ts',
  'test/clickhouse/package-lock.json',
];
const GENERATED = /\.gen\.ts$/;
const FILES = ['bodies', 'histories', 'worlds'].map((name) => `test/clickhouse/${name}.test.ts`);
/** A third of the whole check: histories and bodies are random, and each run has others. */
const SHORT = { BODIES: '200', HISTORIES: '5', DEMO_DAYS: '30', WORLD_EVENTS: '1000' };

const lastRun = z.object({
  /** SHA-256, in hex, of what both engines computed by. */
  sources: z.string(),
  /** UTC. */
  day: z.iso.date(),
  /** Of the processors. */
  seconds: z.number(),
  /** Packages of the engine. */
  engine: z.string(),
});
type LastRun = z.infer<typeof lastRun>;

function sourcesDigest(): string {
  const digest = createHash('sha256');
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: projectRoot }))
    .filter((file) => !GENERATED.test(file) && statSync(projectFile(file)).isFile())
    .sort();
  for (const file of files) digest.update(`${file}\0`).update(readFileSync(projectFile(file)));
  return digest.digest('hex');
}

const readLastRun = (): LastRun | undefined =>
  existsSync(LAST_RUN) ? readJson('last-run.json', lastRun, readFileSync(LAST_RUN, 'utf8')) : undefined;

function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const { status } = spawnSync(command, args, { cwd: projectRoot, stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) process.exit(status ?? 1);
}

const engineVersion = z.object({ dependencies: z.object({ chdb: z.string() }) });

function checkShortly(sources: string): LastRun {
  const folder = projectFile('test', 'clickhouse');
  run('npm', ['install', '--prefix', folder, '--prefer-offline', '--no-save', '--no-audit', '--no-fund', '--loglevel', 'error']);
  const before = processorSeconds();
  run(process.execPath, ['bin/tests.ts', ...FILES], { ...SHORT, TEST_FILE_MINUTES: '60' });
  const { chdb } = readJson('package.json', engineVersion, readFileSync(`${folder}/package.json`, 'utf8')).dependencies;
  const seconds = Math.round(processorSeconds() - before);
  return { sources, day: new Date().toISOString().slice(0, 10), seconds, engine: `chdb ${chdb}` };
}

const sources = sourcesDigest();
const last = readLastRun();
if (last?.sources === sources && !process.argv.includes('--force')) {
  console.log(
    `The second engine (${last.engine}) computed the same figures on ${last.day}, in ${last.seconds} s of processor time; nothing that it computes by has changed.`,
  );
} else {
  console.log('What both engines compute by has changed since the last run: the short check of the second engine.');
  const newest = checkShortly(sources);
  writeFileSync(LAST_RUN, `${JSON.stringify(newest, undefined, 2)}\n`);
  console.log(`Both engines compute the same: ${newest.seconds} s of processor time. Commit test/clickhouse/last-run.json.`);
}
