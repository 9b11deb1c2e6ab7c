// `npm run conformance`: the MCP conformance suite against the running service and against a fixture behind the same door, in both
// revisions; its command for authorization servers; and clients of others going through the flow. Exits 1 when something fails that
// no list expects.
// usage: bin/run node test/conformance/main.ts [--offline]      Without it, two clients are fetched from the package registry.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { projectFile } from '../../src/base/kit/paths.ts';
import { createCalls } from '../../src/call/index.ts';
import { createMetrics } from '../../src/doors/http/metrics.ts';
import { createMcpDoor } from '../../src/doors/mcp/index.ts';
import { slices } from '../../src/slices.ts';
import { tokenFor } from '../doors/mcp/agent.ts';
import { newClient } from '../doors/oauth/flow.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { runInspector, runInspectorStepUp, runRemote } from './clients.ts';
import { fixtureServer } from './fixture.ts';
import { visitor } from './person.ts';
import { startProxy } from './proxy.ts';
import { type Outcome, run } from './run.ts';

const REVISIONS = ['2025-11-25', '2026-07-28'];
const suite = projectFile('node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js');

/** The fixture's door, on the stores, the limits and the tokens of a running service. */
async function startFixture(app: TestApp): Promise<{ url: string; close: () => void }> {
  let baseUrl = '';
  const calls = createCalls(app.base, slices);
  const here = createMcpDoor(calls, { baseUrl: () => baseUrl, metrics: createMetrics(app.base), factory: fixtureServer });
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

interface Scenario {
  checks: { id: string; status: string }[];
  passed: number;
  failed: number;
}

/** Checks of the suite by scenario, as it wrote them down. */
function checksIn(folder: string): Map<string, Scenario> {
  const found = new Map<string, Scenario>();
  for (const name of readdirSync(folder)) {
    const file = join(folder, name, 'checks.json');
    if (!existsSync(file)) continue;
    const checks = JSON.parse(readFileSync(file, 'utf8')) as Scenario['checks'];
    const count = (wanted: string) => checks.filter(({ status }) => status === wanted).length;
    const scenario = name.replace(/^server-(.*)-\d{4}-\d\d-\d\dT.*$/, '$1');
    found.set(scenario, { checks, passed: count('SUCCESS'), failed: count('FAILURE') });
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

function notOffered(target: string): NotOffered[] {
  const all = parse(readFileSync(projectFile('test', 'conformance', 'not-offered.yml'), 'utf8')) as NotOffered[];
  return all.filter(({ targets }) => targets.includes(target));
}

/** The suite's own form of the list, for one target and revision. */
function writeBaseline(file: string, name: string, revision: string): void {
  const ours = notOffered(name).filter(({ revisions = REVISIONS }) => revisions.includes(revision));
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

/** A port that is free now, for the suite's own callback. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((done) => server.close(() => done()));
  return port;
}

/** The suite knows no list of expected failures here, so its checks are held to ours. */
async function runAuthorization(app: TestApp, work: string): Promise<Outcome> {
  const out = join(work, 'authorization');
  const port = await freePort();
  const clientId = await newClient(app, [`http://127.0.0.1:${port}/callback`]);
  const resource = `${app.baseUrl}/mcp`;
  const args = [suite, 'authorization', '--url', app.baseUrl, '--client-id', clientId, '--resource', resource];
  const { text } = await run(process.execPath, [...args, '-p', String(port), '-o', out], work, { heard: visitor(app) });
  const checks = [...checksIn(out).values()].flatMap((each) => each.checks);
  const wrong = checks.filter(({ status }) => status !== 'SUCCESS').map(({ id }) => id);
  const listed = notOffered('authorization').flatMap(({ scenarios }) => scenarios);
  const isWell = checks.length > 0 && wrong.sort().join() === listed.sort().join();
  if (!isWell) process.stderr.write(`${text}\n`);
  const said = `${checks.length - wrong.length} of ${checks.length} checks passed, the others ${isWell ? 'as listed' : 'NOT as listed'}`;
  return { what: 'authorization server', said, isWell };
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
  outcomes.push(await runAuthorization(app, work));
  if (!process.argv.includes('--offline'))
    outcomes.push(
      await runInspector(app, work),
      await runInspectorStepUp(app, work, await freePort()),
      await runRemote(app, work),
    );
} finally {
  fixture.close();
  await app.close();
  rmSync(work, { recursive: true, force: true });
}
for (const { what, said } of outcomes) process.stdout.write(`${what}: ${said}\n`);
process.exitCode = outcomes.every(({ isWell }) => isWell) ? 0 : 1;
