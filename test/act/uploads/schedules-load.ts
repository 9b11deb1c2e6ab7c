// Fifty files that are read by schedule while events arrive: how long the collect door takes beside their runs, and without them, in turns of one run. A file has
// a thousand days of spend, and each run has another sum, so all of it is read, judged and imported. Outside of `npm test`: usage: npm run test:scheduled-load
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Helper } from '../../../bench/children.ts';
import type { Load, LoadAnswer } from '../../../bench/load.ts';
import { quantile } from '../../../bench/numbers.ts';
import { slice } from '../../../src/act/uploads/slice.ts';
import { startWork } from '../../../src/base/work/service.ts';
import { startFileServer } from '../../fakes/apps/file-server.ts';
import { startTestApp } from '../../harness.ts';
import { letPass, until } from '../../until.ts';
import { uploadsOf } from './uploads.ts';

const SOURCES = Number(process.env['SOURCES'] ?? 50);
const TURNS = Number(process.env['TURNS'] ?? 2);
const ROWS = 1_000;
const PER_SECOND = 50;
const LOAD_MS = Number(process.env['LOAD_SECONDS'] ?? 20) * 1_000;
const DAY_MS = 86_400_000;
const AT = '2027-01-15T12:00:00Z';

const fileOf = (source: number, run: number): string => {
  const days = Array.from({ length: ROWS }, (_, at) => new Date(Date.parse(AT) - (at + 2) * DAY_MS).toISOString().slice(0, 10));
  return `platform,account_id,day,currency,spend\n${days.map((day) => `meta,${source},${day},EUR,${run}.50\n`).join('')}`;
};

test(`${SOURCES} files by schedule beside ${PER_SECOND} events a second`, async (t) => {
  const { server, files } = await startFileServer(t);
  const app = await startTestApp({
    at: AT,
    installation: { currency: 'EUR', timezone: 'Europe/Berlin', domain: 'shop.example' },
    config: { webhookNetworks: '127.0.0.1/32' },
  });
  const client = new Helper('load-client.ts');
  t.after(async () => {
    await client.end();
    await app.close();
  });
  const [api, query, uploads] = [app.api(app.session), { profile_id: app.profileId }, uploadsOf(app)];
  for (let source = 0; source < SOURCES; source += 1) {
    files.set(`/${source}.csv`, { text: fileOf(source, 0) });
    // So many addresses may be added in a minute.
    if (source % 15 === 14) app.clock.advance(61_000);
    const { body } = await api.post(
      '/import-schedules',
      { name: `S${source}`, url: `${server.url}/${source}.csv`, every: 'hour' },
      query,
    );
    assert.ok(body.data, JSON.stringify(body));
    assert.equal((await api.post(`/imports/${body.data.import_id}/commit`, undefined, query)).status, 202);
    await uploads.run();
  }
  const work = startWork(app.base, slice.jobs ?? []);
  t.after(() => work.stop());
  const load = (seed: number): Promise<LoadAnswer> =>
    client.ask<LoadAnswer>({
      kind: 'collect',
      trackingKeys: [app.trackingKey],
      perPost: 1,
      seed,
      port: Number(new URL(app.baseUrl).port),
      connections: 8,
      ms: LOAD_MS,
      perSecond: PER_SECOND,
    } satisfies Load);
  const p99 = ({ latencies, failures }: LoadAnswer): number => {
    assert.deepEqual(failures, {});
    return quantile(latencies, 0.99);
  };
  const [quiet, beside]: [number[], number[]] = [[], []];
  for (let turn = 1; turn <= TURNS; turn += 1) {
    quiet.push(p99(await load(2 * turn)));
    for (let source = 0; source < SOURCES; source += 1) files.set(`/${source}.csv`, { text: fileOf(source, turn) });
    const before = server.requests.length;
    app.clock.advance(3_700_000);
    beside.push(p99(await load(2 * turn + 1)));
    t.diagnostic(`${server.requests.length - before} files were read meanwhile`);
    // A run that finds the import before it under way leaves it to the one a minute later.
    const isRead = (): boolean => {
      app.clock.advance(60_000);
      return server.requests.length >= before + SOURCES;
    };
    await until(isRead, 'each source was read', 1_000);
    await letPass(2_000);
  }
  const shown = (values: number[]): string => values.map((value) => value.toFixed(1)).join(', ');
  t.diagnostic(`p99 without runs: ${shown(quiet)} ms; beside them: ${shown(beside)} ms`);
  t.diagnostic(`ratio of the medians: ${(quantile(beside, 0.5) / quantile(quiet, 0.5)).toFixed(2)}`);
});
