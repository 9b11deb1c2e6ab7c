// `npm run conformance`: the MCP conformance suite against the running service and against a fixture behind the same door, in both
// revisions, and the Inspector's command line where it can be had. Exits 1 when something fails that no list expects.
// usage: bin/run node test/conformance/main.ts [--inspector]      The Inspector is fetched from the package registry.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { slices } from '../../src/app.ts';
import { projectFile } from '../../src/base/kit/paths.ts';
import { createMcpDoor } from '../../src/doors/mcp/index.ts';
import { createDoor } from '../../src/doors/rest/index.ts';
import { createMetrics } from '../../src/doors/rest/metrics.ts';
import { tokenFor } from '../doors/mcp/agent.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { fixtureServer } from './fixture.ts';
import { startProxy } from './proxy.ts';

const REVISIONS = ['2025-11-25', '2026-07-28'];
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const suite = projectFile('node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js');

interface Outcome {
  what: string;
  said: string;
  isWell: boolean;
}

interface Ended {
  code: number | null;
  text: string;
}

function run(command: string, args: string[], cwd: string): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.stderr.on('data', (chunk) => {
      text += chunk;
    });
    child.on('error', (error) => done({ code: 1, text: error.message }));
    child.on('close', (code) => done({ code, text }));
  });
}

/** The fixture's door, on the stores, the limits and the tokens of a running service. */
async function startFixture(app: TestApp): Promise<{ url: string; close: () => void }> {
  let baseUrl = '';
  const door = await createDoor(app.base, slices);
  const here = createMcpDoor(door, { baseUrl: () => baseUrl, metrics: createMetrics(app.base), factory: fixtureServer });
  const listener: RequestListener = (request, response) => {
    if (!here(request, response)) response.writeHead(404).end();
  };
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: baseUrl,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Checks of the suite by scenario, as it wrote them down. */
function checksIn(folder: string): Map<string, { passed: number; failed: number }> {
  const found = new Map<string, { passed: number; failed: number }>();
  for (const name of readdirSync(folder)) {
    const file = join(folder, name, 'checks.json');
    if (!existsSync(file)) continue;
    const statuses = (JSON.parse(readFileSync(file, 'utf8')) as { status: string }[]).map(({ status }) => status);
    const count = (wanted: string) => statuses.filter((status) => status === wanted).length;
    found.set(name.replace(/^server-(.*)-\d{4}-\d\d-\d\dT.*$/, '$1'), { passed: count('SUCCESS'), failed: count('FAILURE') });
  }
  return found;
}

interface NotOffered {
  reason: string;
  targets: string[];
  /** All when left out. */
  revisions?: string[];
  scenarios: string[];
}

/** The suite's own form of the list, for one target and revision. */
function writeBaseline(file: string, name: string, revision: string): void {
  const all = parse(readFileSync(projectFile('test', 'conformance', 'not-offered.yml'), 'utf8')) as NotOffered[];
  const ours = all.filter(({ targets, revisions = REVISIONS }) => targets.includes(name) && revisions.includes(revision));
  writeFileSync(file, stringify({ server: ours.flatMap(({ scenarios }) => scenarios) }));
}

async function runSuite(name: string, url: string, revision: string, work: string): Promise<Outcome> {
  const out = join(work, `${name}-${revision}`);
  const baseline = `${out}.yml`;
  writeBaseline(baseline, name, revision);
  const args = [suite, 'server', '--url', url, '--requirements', revision, '--output-dir', out, '--expected-failures', baseline];
  const { code, text } = await run(process.execPath, args, work);
  const checks = [...checksIn(out).values()];
  const whole = checks.filter(({ failed }) => failed === 0);
  const passed = checks.reduce((sum, each) => sum + each.passed, 0);
  if (code !== 0) process.stderr.write(`${text.slice(text.indexOf('=== SUMMARY'))}\n`);
  const said = `${whole.length} of ${checks.length} scenarios whole, ${passed} checks passed, failures ${code === 0 ? 'as listed' : 'NOT as listed'}`;
  return { what: `${name}, ${revision}`, said, isWell: code === 0 };
}

async function runInspector(url: string, token: string, work: string): Promise<Outcome> {
  const inspect = (...args: string[]) =>
    run(
      'npm',
      [
        ...['exec', '--yes', `--package=${INSPECTOR}`, '--', 'mcp-inspector', '--cli', url, '--transport', 'http'],
        ...['--header', `Authorization: Bearer ${token}`, ...args],
      ],
      work,
    );
  const list = await inspect('--method', 'tools/list');
  const call = await inspect('--method', 'tools/call', '--tool-name', 'whoami');
  const isWell = list.code === 0 && list.text.includes('get_overview') && call.code === 0 && call.text.includes('workspace_id');
  if (!isWell) process.stderr.write(`${list.text.slice(-2_000)}\n${call.text.slice(-2_000)}\n`);
  return { what: INSPECTOR, said: isWell ? 'lists the tools and calls whoami' : 'failed', isWell };
}

const work = mkdtempSync(join(tmpdir(), 'tributary-conformance-'));
const app = await startTestApp();
const fixture = await startFixture(app);
const outcomes: Outcome[] = [];
try {
  const targets = [
    { name: 'service', target: app.baseUrl, token: tokenFor(app, ['mcp:read']) },
    { name: 'fixture', target: fixture.url, token: tokenFor(app, ['mcp:read'], undefined, `${fixture.url}/mcp`) },
  ];
  for (const { name, target, token } of targets) {
    const proxy = await startProxy(target, token);
    for (const revision of REVISIONS) outcomes.push(await runSuite(name, proxy.url, revision, work));
    proxy.close();
  }
  if (process.argv.includes('--inspector'))
    outcomes.push(await runInspector(`${app.baseUrl}/mcp`, tokenFor(app, ['mcp:read']), work));
} finally {
  fixture.close();
  await app.close();
  rmSync(work, { recursive: true, force: true });
}
for (const { what, said } of outcomes) process.stdout.write(`${what}: ${said}\n`);
process.exitCode = outcomes.every(({ isWell }) => isWell) ? 0 : 1;
