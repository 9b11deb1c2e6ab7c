// The demo as a newcomer starts it: the invented shop, loaded through the real intake, must come out as its own truth says.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Truth } from '../../../seeds/demo/world-lines.ts';
import { enter } from '../console/browser.ts';
import { folder, type Json, json, output, running, tributary } from './cli.ts';

const minus = (a: string, b: string): number => Math.round(Number(a) * 100 - Number(b) * 100) / 100;
/** The address and header of a ready curl line. */
const CURL = /^curl -s -H 'Authorization: (Bearer [^']+)' '([^']+)'$/;

test('demo', async (t) => {
  const data = folder(t);
  const first = await running(t, ['demo', '--data', data]);
  const truth = JSON.parse(readFileSync(join(data, 'demo', 'truth.json'), 'utf8')) as Truth;
  const get = async (path: string): Promise<Json> => {
    const answer = await fetch(`${first.address}/api/v1${path}`, { headers: { authorization: `Bearer ${first.ready.api_key}` } });
    assert.equal(answer.status, 200, path);
    return answer.json();
  };
  const days = `date_from=${truth.first_day}&date_to=${truth.last_day}`;

  await t.test('its address opens the console, and /docs the API reference', async () => {
    const page = await fetch(first.address);
    assert.equal(page.status, 200);
    assert.equal(page.url, `${first.address}/console/sign-in`);
    assert.match(await (await fetch(`${first.address}/docs`)).text(), /<title>API reference/);
  });
  await t.test('its link signs the owner in, once, to an overview', async () => {
    const link = String(first.ready.console);
    assert.ok(link.startsWith(`${first.address}/console/sign-in/`), link);
    const { status, cookie } = await enter(link);
    assert.equal(status, 303);
    const page = await fetch(`${first.address}/console/`, { headers: { cookie } });
    assert.equal(page.status, 200);
    assert.match(await page.text(), /<div id="workbench">/);
    assert.equal((await enter(link)).status, 410);
  });
  await t.test('its three calls work as printed', async () => {
    assert.equal(first.ready.curl.length, 3);
    for (const line of first.ready.curl) {
      const [, authorization = '', url = ''] = CURL.exec(line) ?? [];
      const answer = await fetch(url, { headers: { authorization } });
      assert.equal(answer.status, 200, line);
      assert.ok(((await answer.json()) as Json).data, line);
    }
  });
  await t.test('its sandbox of ads runs, and has a state of its own', async () => {
    const answer = await fetch(`${first.ready['sandbox']}/v1/accounts`);
    assert.deepEqual([answer.status, ((await answer.json()) as Json).error.code], [401, 'token_dead']);
    assert.equal(statSync(join(data, 'sandbox.json')).mode & 0o077, 0);
  });
  await t.test('it is connected to the sandbox, whose spend of the days is the truth to the last digit', async () => {
    const [connection, ...others] = (await get('/connections')).data;
    assert.deepEqual(others, []);
    assert.deepEqual([connection.provider, connection.status, connection.last_sync.error], ['sandbox', 'active', null]);
    assert.deepEqual(
      connection.accounts.map((each: Json) => [each.is_selected, each.is_history_complete, each.catalogue_error]),
      [[true, true, null]],
    );
    const { meta } = await get(`/spend?${days}&limit=1`);
    assert.deepEqual(
      meta.totals.map((each: Json) => [each.platform, Number(each.spend)]),
      [['sandbox', Number(truth.spend.amount)]],
    );
  });
  await t.test('its ads have pictures, what the truth says each cost, and sales where it sells', async () => {
    const answer = await get(`/ads?${days}&limit=100`);
    assert.equal(answer.data.length, truth.ads.length);
    for (const ad of answer.data) {
      const own = truth.ads.find(({ ad_id }) => ad_id === ad.id);
      assert.deepEqual([ad.name, Number(ad.spend), ad.campaign.id], [own?.ad_name, Number(own?.spend), own?.campaign_id]);
      const picture = await fetch(ad.creative.thumbnail_url);
      assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/png']);
    }
    assert.equal(Number(answer.meta.totals.spend), Number(truth.spend.amount));
    // Each paid visit carries the id of one of its ads, and an ad that truly sells is credited.
    const { rows } = (await get(`/attribution?${days}&dimension=ad&models=linear`)).data;
    const linear = (await get(`/ads?${days}&limit=100&model=linear`)).data;
    for (const row of rows.filter(({ key }: Json) => key !== '(none)')) {
      const ad = linear.find(({ id }: Json) => id === row.key);
      assert.deepEqual(
        [ad?.outcomes, ad?.roas, ad?.spend],
        [row.models.linear.conversions, row.models.linear.roas, row.spend],
        row.key,
      );
    }
    for (const { ad_id } of truth.ads.filter(({ incremental_sales }) => incremental_sales >= 5))
      assert.ok(Number(linear.find(({ id }: Json) => id === ad_id).outcomes) > 0, ad_id);
    const named = (kind: string): string[] => truth.planted.filter((each) => each.kind === kind).map(({ id }) => id);
    const those = (isWanted: (ad: Json) => boolean): string[] => answer.data.filter(isWanted).map((ad: Json) => ad.id);
    assert.deepEqual(
      those((ad) => ad.status.effective === 'paused'),
      named('paused_ad'),
    );
    assert.deepEqual(
      [...new Set(answer.data.flatMap((ad: Json) => (ad.budget.level === 'campaign' ? [ad.campaign.id] : [])))],
      named('campaign_budget'),
    );
    assert.deepEqual(
      [...new Set(answer.data.flatMap((ad: Json) => (ad.adset.learning === 'learning' ? [ad.adset.id] : [])))],
      named('learning_ad_set'),
    );
    assert.deepEqual(
      those((ad) => ad.creative.type === 'dynamic'),
      named('dynamic_creative'),
    );
  });
  await t.test('recommendations are there at once, in words of "if"', async () => {
    const { data: open } = await get('/recommendations');
    assert.ok(open.length > 0);
    for (const { rationale, target } of open) {
      assert.match(rationale.text, / If /);
      assert.equal(target.platform, 'sandbox');
    }
  });
  await t.test('its quality has the findings of docs/demo.md, and no problem', async () => {
    const parts = [
      '/quality/attribution',
      '/quality/instrumentation-health',
      '/quality/ad-ids',
      '/quality/utm/anomalies',
      '/quality/itp',
    ];
    const [attribution, senders, ads, utm, itp] = await Promise.all(
      parts.map(async (path) => (await get(`${path}?days=28`)).data),
    );
    const rows: Json[] = [...attribution, ...senders, ...ads.findings, itp.finding, ...utm];
    const notOk = rows.filter(({ status }) => status !== 'ok').map(({ name, kind, status }) => [name ?? kind, status]);
    assert.deepEqual(notOk.toSorted(), [
      ['click_to_visit', 'attention'],
      ['internal_utm', 'attention'],
      ['macro_unexpanded', 'attention'],
      ['variants', 'attention'],
    ]);
    assert.equal((await get('/quality')).data.status, 'attention');
    const { signals } = (await get('/tracking/quality')).data;
    assert.deepEqual(
      signals.filter(({ status }: Json) => status === 'problem'),
      [],
    );
  });

  await t.test('its totals are the truth: money, spend, people, pages', async () => {
    const { current } = (await get(`/overview?${days}`)).data;
    assert.equal(Number(current.spend), Number(truth.spend.amount));
    assert.equal(Number(current.cash_payments), truth.payments.count);
    assert.equal(Number(current.cash_revenue), minus(truth.payments.amount, truth.refunds.amount));
    assert.equal(current.visitors, truth.visitors);
    assert.equal(current.pageviews, truth.page_views);
  });
  await t.test('spend comes out under the right channel, and nothing is left over', async () => {
    const { rows } = (await get(`/attribution?${days}&dimension=channel&models=last_non_direct`)).data;
    const spent = Object.fromEntries(rows.map((row: Json) => [row.key, Number(row.spend)]));
    for (const [channel, { spend }] of Object.entries(truth.channels)) assert.equal(spent[channel] ?? 0, Number(spend), channel);
    assert.deepEqual(
      rows.map((row: Json) => row.key).filter((key: string) => !(key in truth.channels)),
      // The banner on the shop's own page, whose link has parameters (docs/demo.md).
      ['Display'],
    );
  });
  await t.test('keeps its key to its owner', () => {
    assert.equal(statSync(join(data, 'demo', 'demo.json')).mode & 0o077, 0);
  });
  await t.test('a second start beside the first says where that is', async () => {
    const ran = await tributary(['demo', '--data', data]);
    assert.equal(ran.code, 1);
    assert.ok(ran.stderr.includes(`It serves ${first.address}.`), ran.stderr);
    assert.match(ran.stderr, /tributary open --data /);
  });
  assert.equal(await first.stop('SIGINT'), 0);
  const second = await running(t, ['demo', '--data', data]);
  await t.test('a second start finds everything in place', async () => {
    assert.equal(second.ready.api_key, first.ready.api_key);
    const answer = await fetch(`${second.address}/api/v1/profile/freshness`, {
      headers: { authorization: `Bearer ${second.ready.api_key}` },
    });
    const { data: fresh } = (await answer.json()) as Json;
    assert.equal(fresh.behind_facts, 0);
    assert.ok(fresh.accepted_seq >= truth.events, 'nothing was loaded again');
    assert.ok(fresh.accepted_seq < truth.events + 1_000, 'nothing was loaded again');
  });
  await t.test('days pass while it is served', async () => {
    assert.match((await tributary(['demo', '--advance', '7', '--data', data])).stderr, /7d/);
    const { from_day, today, last_day } = await json(['demo', '--advance', '1d', '--data', data]);
    assert.deepEqual([from_day, last_day], [plus(truth.last_day, 1), plus(truth.last_day, 1)]);
    assert.equal(today, plus(truth.last_day, 2));
  });
});

const plus = (day: string, days: number): string => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

test('demo, for a person at the screen', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  t.after(() => taken.close());
  const { port } = taken.address() as AddressInfo;
  const demo = output(t, ['demo', '--data', folder(t), '--port', String(port)]);
  const [, link = '', address = ''] = await demo.until(/^((http:\/\/127\.0\.0\.1:\d+)\/console\/sign-in\/\S+)$/m);

  await t.test('prints one link before it loads anything, and says which port it took', async () => {
    assert.doesNotMatch(demo.text(), /API key/);
    const [, took] = await demo.until(/Port \d+ is in use: the demo listens on port (\d+)\./);
    assert.equal(address, `http://127.0.0.1:${took}`);
  });
  const { cookie } = await enter(link);
  const page = async (): Promise<string> => (await fetch(`${address}/console/`, { headers: { cookie } })).text();
  await t.test('serves a page with a progress bar while it loads, which looks again by itself', async () => {
    const loading = await page();
    assert.match(loading, /<progress/);
    assert.match(loading, /<meta http-equiv="refresh" content="2"/);
  });
  await t.test('then prints the rest, with the time that it took, and the page shows figures', async () => {
    await demo.until(/Ctrl-C stops it/);
    assert.match(demo.text(), /loading events … \(\d+ s\)/);
    assert.match(demo.text(), /API key: svc_live_/);
    const loaded = await page();
    assert.doesNotMatch(loaded, /<progress|http-equiv="refresh"/);
    assert.match(loaded, /<div id="workbench">/);
  });
});
