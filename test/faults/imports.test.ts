// `kill -9` of the service while it imports an uploaded file, of each kind that can be undone: started again, it continues by itself, each row
// counts once, the result says what the file added, and undoing it leaves nothing. And a disk that is full meanwhile.
import assert from 'node:assert/strict';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { seededRandom } from '../base/random.ts';
import { letPass, until } from '../until.ts';
import { call, settled } from './tools/figures.ts';
import { rounds, tell } from './tools/results.ts';
import { type Installed, install, type Json, type Running, startService } from './tools/service.ts';
import { smallDisk } from './tools/small-disk.ts';

const ROWS = 5_000;
const RANGE = 'date_from=2026-02-01&date_to=2026-02-28';
const LONGEST_MS = 400;

const clock = (n: number): string =>
  `2026-02-${String((n % 28) + 1).padStart(2, '0')} ${String(n % 24).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}:00`;
const lines = (line: (n: number) => string, rows = ROWS): string => Array.from({ length: rows }, (_, n) => line(n)).join('\n');

interface Case {
  content: string;
  reading?: object;
  created: number;
  /** What the figures say: the file's sum, and after it was undone. */
  figure: (service: Running, installed: Installed) => Promise<unknown>;
  sum: unknown;
  undone: unknown;
}

const revenue: Case['figure'] = async (service, installed) =>
  (await call(service, installed, `/overview?${RANGE}`)).body.data.current.revenue;
const spend: Case['figure'] = async (service, installed) =>
  (await call(service, installed, `/spend?${RANGE}`)).body.meta.totals[0]?.spend ?? '0';

const CASES: Readonly<Record<string, Case>> = {
  payments: {
    content: `id,Created (UTC),Amount,Currency,Status,Description\n${lines((n) => `ch_k${n},${clock(n)},1.25,usd,Paid,Order`)}\n`,
    created: ROWS,
    figure: revenue,
    sum: ROWS * 1.25,
    undone: 0,
  },
  spend: {
    content: `Day,Campaign,Campaign ID,Currency code,Cost,Customer ID\n${lines((n) => `${clock(n).slice(0, 10)},C${n},${n},USD,0.25,${Math.floor(n / 28)}`)}\n`,
    created: ROWS,
    figure: spend,
    sum: String(ROWS * 0.25),
    undone: '0',
  },
  events: {
    content: lines((n) =>
      JSON.stringify({
        type: 'track',
        event: 'Order Completed',
        messageId: `m${n}`,
        anonymousId: `v${n % 900}`,
        timestamp: `${clock(n).replace(' ', 'T')}Z`,
        properties: { order_id: `K-${n}`, total: 0.5, currency: 'USD' },
      }),
    ),
    created: ROWS,
    figure: revenue,
    sum: ROWS * 0.5,
    undone: 0,
  },
};

async function upload(service: Running, installed: Installed, name: string, content: string): Promise<Json> {
  const form = new FormData();
  form.set('file', new Blob([content]), name);
  const headers = { authorization: `Bearer ${installed.apiKey}` };
  const response = await fetch(`${service.address}/api/v1/imports`, { method: 'POST', headers, body: form });
  const body = (await response.json()) as Json;
  assert.equal(response.status, 201, JSON.stringify(body));
  return body.data;
}

/** Kills the service amid the import, and answers how it went. */
async function killed(
  t: TestContext,
  installed: Installed,
  kind: string,
  { content, created, figure, sum, undone }: Case,
  delayMs: number,
) {
  const first = await startService(t, installed.dataDir);
  const shown = await upload(first, installed, `${kind}.txt`, content);
  assert.deepEqual([shown.status, shown.kind], ['ready', kind], JSON.stringify(shown).slice(0, 2_000));
  const path = `/imports/${shown.import_id}`;
  const look = async (service: Running): Promise<Json> => (await call(service, installed, path)).body.data;
  assert.equal((await call(first, installed, `${path}/commit`, 'POST')).status, 202);
  await until(async () => {
    const { status, progress } = await look(first);
    return status !== 'running' || progress.done > 0;
  }, 'rows are imported');
  await letPass(delayMs);
  const isHit = (await look(first)).status === 'running';
  await first.kill();
  const second = await startService(t, installed.dataDir);
  const done = await until(async () => {
    const each = await look(second);
    return each.status !== 'running' && each;
  }, 'the import has ended');
  await settled(second, installed);
  const wrong: string[] = [];
  const expect = (name: string, found: unknown, right: unknown): void => {
    if (JSON.stringify(found) !== JSON.stringify(right))
      wrong.push(`${kind}, ${name}: ${JSON.stringify(found)} instead of ${JSON.stringify(right)}`);
  };
  expect('status', done.status, 'completed');
  expect('result', [done.result?.created, done.result?.known], [created, 0]);
  expect('figures', await figure(second, installed), sum);
  assert.equal((await call(second, installed, `${path}/undo`, 'POST')).status, 200);
  await settled(second, installed);
  expect('undone', await figure(second, installed), undone);
  await second.kill();
  return { isHit, wrong };
}

test('an import that is killed', async (t) => {
  const random = seededRandom(t);
  const kinds = Object.keys(CASES);
  const wrong: string[] = [];
  let hits = 0;
  let installed = await install(t);
  for (let n = 0; n < rounds(kinds.length); n += 1) {
    const kind = kinds[n % kinds.length] as string;
    if (n > 0 && n % kinds.length === 0) installed = await install(t);
    const found = await killed(t, installed, kind, CASES[kind] as Case, random(LONGEST_MS));
    wrong.push(...found.wrong);
    hits += found.isHit ? 1 : 0;
  }
  tell(t, {
    name: 'kill -9 amid an import',
    figure: `${rounds(kinds.length)} imports of ${ROWS} rows, ${hits} of them killed before their end: ${wrong.length} rows lost, doubled or counted wrongly`,
    target: '0 lost, doubled or counted wrongly',
    rounds: rounds(kinds.length),
    holds: wrong.length === 0,
  });
});

test('an import while the disk is full', async (t) => {
  const disk = smallDisk(t, 160);
  const installed = await install(t, join(disk.folder, 'data'));
  const service = await startService(t, installed.dataDir, { TRIBUTARY_BALLAST_MB: '4' });
  const rows = 4_000;
  const content = `id,Created (UTC),Amount,Currency,Status,Description\n${lines((n) => `ch_f${n},${clock(n)},1.25,usd,Paid,Order`, rows)}\n`;
  const shown = await upload(service, installed, 'payments.csv', content);
  const path = `/imports/${shown.import_id}`;
  const fill = (): void => {
    const fd = openSync(disk.filler, 'a');
    try {
      for (const piece = Buffer.alloc(65_536); ; ) writeSync(fd, piece);
    } catch {
      // full
    } finally {
      closeSync(fd);
    }
  };
  fill();
  disk.limit([service.pid]);
  const form = new FormData();
  form.set('file', new Blob([content.repeat(20)]), 'large.csv');
  const headers = { authorization: `Bearer ${installed.apiKey}` };
  const refused = await fetch(`${service.address}/api/v1/imports`, { method: 'POST', headers, body: form });
  assert.ok(refused.status >= 500, `a full disk takes nothing in: ${refused.status}`);
  const begun = await call(service, installed, `${path}/commit`, 'POST');
  assert.ok([202, 500, 503, 507].includes(begun.status), JSON.stringify(begun.body));
  await letPass(500);
  disk.free([service.pid]);
  await until(
    async () => (await call(service, installed, `${path}/commit`, 'POST')).status === 202,
    'the disk takes writes again',
  );
  const done = await until(async () => {
    const { data } = (await call(service, installed, path)).body;
    return data?.status === 'completed' && data;
  }, 'the import has ended');
  await settled(service, installed);
  assert.deepEqual([done.result.created, done.result.known, await revenue(service, installed)], [rows, 0, rows * 1.25]);
  const { data } = (await call(service, installed, '/imports')).body;
  assert.deepEqual(
    data.map(({ status }: Json) => status),
    ['completed'],
    'nothing of the refused upload is kept',
  );
  await service.kill();
});
