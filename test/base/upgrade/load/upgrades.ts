// Upgrades of a service under load: the service of one version is stopped, and the next version starts on the same folder and port, while clients go on sending.
// Every acknowledged event is there once, and nothing of a client's queue is lost; the pauses of intake are printed. UPGRADES (20), RATE (500 events a second) and
// SECONDS (between two upgrades, 8) set other numbers; EVENTS=1000000 puts so many into the folder before. By hand: `npm run test:upgrade-load`.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { writeEvents } from '../../../../bench/world.ts';
import { closeBrowsers } from '../../../e2e/chromium.ts';
import { command, type Installed, install, liveFile } from '../../../faults/tools/service.ts';
import { letPass, until } from '../../../until.ts';
import { temporaryFolder } from '../../folder.ts';
import { type Client, curlClient, type Intake, trackerVisitors } from './clients.ts';
import { growingProgram } from './program.ts';
import { postHogClient, segmentClient } from './sdks.ts';

const UPGRADES = Number(process.env['UPGRADES'] ?? 20);
const RATE = Number(process.env['RATE'] ?? 500);
const SECONDS = Number(process.env['SECONDS'] ?? 8);
/** That are in the folder before the first start. */
const EVENTS = Number(process.env['EVENTS'] ?? 0);
/** Tabs, each with 5 events a second: the tracker keeps at most 500 without an answer, which is 100 seconds of them. */
const VISITORS = 10;

after(closeBrowsers);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  assert.ok(address && typeof address === 'object');
  return address.port;
}

/** The service of a program, until it is stopped. */
function serve(main: string, dataDir: string, port: number): { stop(): Promise<void>; log(): string } {
  const limits = {
    TRIBUTARY_COLLECT_PER_ADDRESS: '1000000000',
    TRIBUTARY_COLLECT_EVENTS_PER_ADDRESS: '1000000000',
    TRIBUTARY_COLLECT_MB_PER_ADDRESS: '100000',
  };
  const env = { ...process.env, ...limits, TRIBUTARY_BALLAST_MB: '0', TRIBUTARY_LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, [main, 'serve', '--data', dataDir, '--port', String(port)], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (part: Buffer) => {
    log += part.toString();
  });
  const ended = once(child, 'exit');
  return {
    log: () => log,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      // 1: a stop that takes too long is cut off.
      assert.ok(child.exitCode === 0 || child.exitCode === 1, `${child.exitCode} ${child.signalCode} ${log}`);
    },
  };
}

interface Probe {
  /** The longest time between two accepted posts since the last call. */
  longestPauseMs(): number;
  accepted(): number;
  answers: Map<string, number>;
  stop(): Promise<void>;
}

/** Posts one view after the other without trying again, and knows what it was answered. */
function startProbe(t: TestContext, { address, trackingKey }: Intake): Probe {
  const answers = new Map<string, number>();
  let [isOn, last, longest, accepted] = [true, performance.now(), 0, 0];
  const body = JSON.stringify({
    tracking_key: trackingKey,
    anonymous_id: 'probe',
    events: [{ event_type: 'page_view', url: 'https://shop.example/probe' }],
  });
  const run = async (): Promise<void> => {
    while (isOn) {
      const response = await fetch(`${address}/t/collect`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      }).catch(() => undefined);
      await response?.arrayBuffer().catch(() => undefined);
      const kind = response
        ? `${response.status}${response.headers.has('retry-after') ? `, Retry-After ${response.headers.get('retry-after')}` : ''}`
        : 'not reached';
      answers.set(kind, (answers.get(kind) ?? 0) + 1);
      if (response?.ok) {
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
        accepted += 1;
      }
      await letPass(20);
    }
  };
  const running = run();
  t.after(() => {
    isOn = false;
  });
  return {
    answers,
    accepted: () => accepted,
    longestPauseMs: () => {
      const found = longest;
      longest = 0;
      return found;
    },
    stop: async () => {
      isOn = false;
      await running;
    },
  };
}

const share = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0;

async function namesIn(file: string): Promise<Map<string, number>> {
  const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const sql = `select json_extract_string(properties, '$.name') as name, count(*)::integer as n from events where properties is not null group by all`;
  const rows = (await connection.runAndReadAll(sql)).getRowObjectsJson();
  connection.closeSync();
  instance.closeSync();
  return new Map(rows.map((row) => [String(row['name']), Number(row['n'])]));
}

async function fill(t: TestContext, { dataDir }: Installed): Promise<void> {
  const file = join(temporaryFolder(t), 'events.csv');
  await writeEvents(file, { seed: 1, events: EVENTS, until: Date.now() - 86_400_000 });
  await command(t, ['backfill', 'events', file, '--data', dataDir]);
}

test(`${UPGRADES} upgrades at ${RATE} events a second`, async (t) => {
  const installed = await install(t);
  const { dataDir, apiKey, trackingKey, profileId } = installed;
  if (EVENTS > 0) await fill(t, installed);
  const program = growingProgram(t);
  const port = await freePort();
  const intake: Intake = { address: `http://127.0.0.1:${port}`, apiKey, trackingKey };
  const isReady = async (): Promise<boolean> => (await fetch(`${intake.address}/readyz`).catch(() => undefined))?.ok === true;
  let service = serve((await program.install()).main, dataDir, port);
  t.after(() => service.stop().catch(() => undefined));
  await until(isReady, 'the service is ready', 100);
  const clients: Client[] = [
    curlClient(t, intake, RATE * 0.3),
    segmentClient(t, intake, RATE * 0.3),
    postHogClient(t, intake, RATE * 0.3),
    await trackerVisitors(t, intake, VISITORS, RATE * 0.1),
  ];
  const probe = startProbe(t, intake);
  const [pauses, stops]: [number[], number[]] = [[], []];
  for (let n = 1; n <= UPGRADES; n += 1) {
    await letPass(SECONDS * 1000);
    const { version, main } = await program.install();
    probe.longestPauseMs();
    const began = performance.now();
    await service.stop();
    stops.push(performance.now() - began);
    service = serve(main, dataDir, port);
    const accepted = probe.accepted();
    await until(() => probe.accepted() > accepted, `version ${version} accepts posts`, 20);
    for (const { books } of clients) if (books.failure) throw books.failure;
    pauses.push(probe.longestPauseMs());
    t.diagnostic(
      `${version}: no post was accepted for ${Math.round(pauses.at(-1) ?? 0)} ms, of which stopping took ${Math.round(stops.at(-1) ?? 0)} ms`,
    );
  }
  await probe.stop();
  for (const client of clients) await client.stop();
  const headers = { authorization: `Bearer ${apiKey}` };
  const isComputed = async (): Promise<boolean> => {
    const answer = await fetch(`${intake.address}/api/v1/profile/freshness?profile_id=${profileId}`, { headers });
    return answer.ok && (await answer.json()).data.behind_facts === 0;
  };
  await until(isComputed, 'all facts are in the figures', 500);
  await service.stop();
  const names = await namesIn(liveFile(installed));
  for (const { name, books } of clients) {
    const wrong = [...books.acknowledged].filter((each) => names.get(each) !== 1);
    assert.deepEqual(wrong.slice(0, 10), [], `${wrong.length} events of ${name} are there not once`);
    assert.equal(books.acknowledged.size, books.sent, `all of ${name} is acknowledged`);
    const answers = [...books.answers].map(([status, n]) => `${status || 'not reached'}: ${n}`).join(', ');
    t.diagnostic(`${name}: ${books.sent} events, each there once${answers && ` (posts ${answers})`}`);
  }
  const kinds = [...probe.answers].map(([kind, n]) => `${kind}: ${n}`);
  assert.ok(
    [...probe.answers.keys()].every((kind) => /^(?:2\d\d|(?:503|429), Retry-After \d+|408|not reached)$/.test(kind)),
    kinds.join('; '),
  );
  t.diagnostic(`posts of the probe: ${kinds.join('; ')}`);
  t.diagnostic(
    `pause p50 ${Math.round(share(pauses, 0.5))} ms, max ${Math.round(Math.max(...pauses))} ms; stopping p50 ${Math.round(share(stops, 0.5))} ms`,
  );
});
