// The figures under another Node, whose own table of time zones is older, and under another table of the C library. A data folder that this Node
// has made is computed again in each of these worlds and must come out the same, table by table; then the tests of figures run there.
// usage: npm run test:zones [-- --folder-only]     OTHER_NODE=PATH takes that Node instead of those of the npm registry; one on the PATH is added
// if it is new enough.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { temporaryFolders } from '../../bin/testing/temporary-folders.ts';
import { projectFile, projectRoot } from '../../src/base/kit/paths.ts';
import { alteredTable } from './altered-table.ts';

/** The oldest that the project runs on, whose table is of 2024, and the one that bin/run fetches. */
const VERSIONS = ['22.14.0', '24.21.0'];
const TESTS = [
  'test/base/kit/time/zone-shifts.test.ts',
  'test/account/profiles/time-zones.test.ts',
  'test/credit/pipeline/decay-factors.test.ts',
  'test/report/analytics/exact.test.ts',
  'test/models/models.test.ts',
];

interface Runtime {
  path: string;
  version: string;
  /** Of its table of time zones. */
  zones: string;
}

interface World {
  runtime: Runtime;
  environment: Record<string, string>;
  name: string;
}

const { values: options } = parseArgs({ options: { 'folder-only': { type: 'boolean', default: false } } });
const runtimeShape = z.object({ version: z.string(), zones: z.string() });
const figuresShape = z.object({
  shops: z.record(z.string(), z.object({ profileId: z.string(), workspaceId: z.string() })),
  digests: z.record(z.string(), z.string()),
});
type Figures = z.infer<typeof figuresShape>;

function runtimeOf(path: string): Runtime | undefined {
  const asked = '{ version: process.versions.node, zones: process.versions.tz }';
  const { stdout, status } = spawnSync(path, ['-p', `JSON.stringify(${asked})`], { encoding: 'utf8' });
  return status === 0 ? { path, ...runtimeShape.parse(JSON.parse(stdout)) } : undefined;
}

const isNewEnough = ({ version }: Runtime): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 14);
};

/** From the npm registry, which has Node as a package, into the folder of the runtime. */
function fetchNode(version: string): string {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = projectFile('.runtime', `npm-${version}`);
  const path = join(folder, 'node_modules', name, 'bin', 'node');
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
    const { status } = spawnSync('npm', ['install', '--prefix', folder, ...flags, `${name}@${version}`], { stdio: 'inherit' });
    if (status !== 0) throw new Error(`npm did not install ${name}@${version}.`);
  }
  return path;
}

function runtimes(): Runtime[] {
  // Not NODE, which `npm run` sets to its own Node.
  const own = process.env['OTHER_NODE'];
  const paths = own === undefined ? VERSIONS.filter((version) => version !== process.versions.node).map(fetchNode) : [own];
  const all = [process.execPath, 'node', ...paths].flatMap((path) => runtimeOf(path) ?? []);
  const found = all.filter((each, at) => isNewEnough(each) && all.findIndex(({ version }) => version === each.version) === at);
  if (found.length < 2) throw new Error(`There is no Node but ${process.versions.node} that is new enough (22.14).`);
  return found;
}

function worldsOf(folder: string): World[] {
  const altered = alteredTable(join(folder, 'zones'));
  return runtimes().flatMap((runtime) => [
    { runtime, environment: {}, name: `Node ${runtime.version} (zones of ${runtime.zones})` },
    {
      runtime,
      environment: altered,
      name: `Node ${runtime.version} (zones of ${runtime.zones}), altered zones of the C library`,
    },
  ]);
}

/** Before 22.18 Node strips types only when it is asked to. */
function run(
  { runtime, environment }: World,
  args: string[],
  stdout: 'pipe' | 'inherit',
): { status: number | null; stdout: string } {
  const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
  const env = { ...process.env, ...environment, NODE_OPTIONS: flags.join(' ') };
  const options = { cwd: projectRoot, env, encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
  return spawnSync(runtime.path, [...flags, ...args], { ...options, stdio: ['ignore', stdout, 'inherit'] });
}

function figuresIn(world: World, args: string[]): Figures {
  const { status, stdout } = run(world, ['test/zones/folder.ts', ...args], 'pipe');
  if (status !== 0) throw new Error(`${world.name}: the figures were not computed.`);
  return figuresShape.parse(JSON.parse(stdout));
}

/** Names of tables of which the rows differ. */
const differences = (expected: Figures['digests'], found: Figures['digests']): string[] =>
  [...new Set([...Object.keys(expected), ...Object.keys(found)])].filter((name) => expected[name] !== found[name]);

function computeAgain(folder: string, worlds: readonly World[]): string[] {
  const [first] = worlds;
  if (!first) throw new Error('There is no Node.');
  const made = join(folder, 'made');
  const { shops, digests: planted } = figuresIn(first, ['make', made]);
  let reference: Figures['digests'] | undefined;
  const failures: string[] = [];
  for (const [no, world] of worlds.entries()) {
    const copy = join(folder, `copy-${no}`);
    cpSync(made, copy, { recursive: true });
    const { digests } = figuresIn(world, ['again', copy, JSON.stringify(shops)]);
    rmSync(copy, { recursive: true, force: true });
    reference ??= digests;
    const differing = differences({ ...reference, ...planted }, digests);
    failures.push(...differing.map((name) => `${world.name}: ${name}: ${digests[name]} instead of ${reference?.[name]}`));
    console.log(
      `${differing.length === 0 ? 'ok    ' : 'FAILED'}  ${world.name}: ${Object.keys(digests).length} tables computed again`,
    );
  }
  return failures;
}

function runTests(worlds: readonly World[]): string[] {
  return worlds.flatMap((world) => {
    const { status } = run(world, ['bin/tests.ts', ...TESTS], 'inherit');
    console.log(`${status === 0 ? 'ok    ' : 'FAILED'}  ${world.name}: ${TESTS.length} files of tests`);
    return status === 0 ? [] : [`${world.name}: tests failed`];
  });
}

const folder = mkdtempSync(join(temporaryFolders(), 'tributary-zones-'));
try {
  const worlds = worldsOf(folder);
  const failures = computeAgain(folder, worlds);
  // The first world is that of `npm test`.
  if (!options['folder-only']) failures.push(...runTests(worlds.slice(1)));
  for (const failure of failures) console.error(failure);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
