// Ad accounts of a service that is a process of its own: `kill -9` amid the first sync and the catalogue, answers that fail meanwhile, a large
// account, and a search of every byte for what the platforms issued. ROUNDS says how many kills, TEST_SEED which.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { seededRandom } from '../base/random.ts';
import { foundIn } from '../collect/identity/whole-folder.ts';
import { startFakePlatforms } from '../fakes/ad-platforms.ts';
import { type FakeMetaAccount, startFakeMeta } from '../fakes/meta.ts';
import type { FailureScript } from '../fakes/provider-server.ts';
import { letPass, until } from '../until.ts';
import { ask, completed, connect, settingsOf, storedAds, storedSpend } from './tools/ad-accounts.ts';
import { settled } from './tools/figures.ts';
import { startFakeSources } from './tools/record-sources.ts';
import { rounds, tell } from './tools/results.ts';
import { command, install, startService } from './tools/service.ts';

const ROUNDS = rounds(5);
const isShort = process.env['FAULT_SHORT'] !== undefined;
const DAYS = 400;
const DAY_MS = 86_400_000;
/** The client asks 300 times a minute at most. */
/** What passes, and is asked again. */
const PASSING: readonly FailureScript[] = ['throttled_shortly', 'html', 'error_once', 'reset', 'timeout_after_apply'];

const dayBack = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** An account in which each ad spends its number in cents on each day. */
function metaAccount(ads: number): FakeMetaAccount {
  const numbers = Array.from({ length: ads }, (_, no) => no + 1);
  const row = (day: string, no: number) => ({
    date_start: day,
    date_stop: day,
    campaign_id: '1',
    campaign_name: 'Spring',
    adset_id: '11',
    adset_name: 'Wide',
    ad_id: `9${no}`,
    ad_name: `Ad ${no}`,
    spend: (no / 100).toFixed(2),
    impressions: '100',
    clicks: '3',
  });
  return {
    account: {
      id: 'act_102',
      account_id: '102',
      name: 'Large',
      currency: 'USD',
      timezone_name: 'UTC',
      account_status: 1,
    },
    campaigns: [{ id: '1', name: 'Spring', effective_status: 'ACTIVE' }],
    adsets: [{ id: '11', campaign_id: '1', name: 'Wide', effective_status: 'ACTIVE' }],
    ads: numbers.map((no) => ({
      id: `9${no}`,
      adset_id: '11',
      campaign_id: '1',
      name: `Ad ${no}`,
      status: 'ACTIVE',
      effective_status: 'ACTIVE',
    })),
    insights: [],
    insightsOf: (since, until) => {
      const found: Record<string, unknown>[] = [];
      for (let at = Date.parse(since); at <= Date.parse(until); at += DAY_MS)
        for (const no of numbers) found.push(row(new Date(at).toISOString().slice(0, 10), no));
      return found;
    },
  };
}

const centsOf = (ads: number): number => (ads * (ads + 1)) / 2;

test(`${ROUNDS} kills amid the first sync of an account lose, halve and double nothing; no secret is in any file`, async (t) => {
  const ADS = 12;
  const random = seededRandom(t);
  const meta = await startFakeMeta(t, [metaAccount(ADS)]);
  meta.hasReportsAtOnce = true;
  const others = (await startFakePlatforms(t)).filter(({ id }) => id !== 'meta');
  // Each more takes seconds that the tests of every change do not have.
  const sources = (await startFakeSources(t)).slice(0, isShort ? 1 : undefined);
  const registered = [...others, ...sources, { id: 'meta', settings: meta.settings }];
  const env = { ...settingsOf(registered), TRIBUTARY_LOG_LEVEL: 'trace', TRIBUTARY_SEAL_ROWS: '1000000' };
  const installed = await install(t);
  // A profile has one CRM.
  const names = isShort ? [] : ['Second', 'Third'];
  const shops = [installed];
  for (const name of names) shops.push(await install(t, installed.dataDir, name));
  let service = await startService(t, installed.dataDir, env);
  const logs: string[] = [];
  await connect(service, installed, 'meta');
  for (let round = 0; round < ROUNDS; round += 1) {
    meta.server.fail(PASSING[random(PASSING.length)] ?? 'html');
    await letPass(random(700));
    // The catalogue is read too, in a job of its own.
    await service.kill();
    logs.push(service.log());
    service = await startService(t, installed.dataDir, env);
  }
  for (const { id, accounts } of others) await connect(service, installed, id, accounts.slice(0, 1));
  for (const { shop, connect: connectSource } of sources) await connectSource(service, shops[shop] ?? installed);
  for (const shop of shops) await completed(service, shop);
  await settled(service, installed);
  const metrics = await (await fetch(`${service.address}/metrics`)).text();
  const status = JSON.stringify(await command(t, ['status', '--data', installed.dataDir], env));
  const listed = JSON.stringify(await ask(service, installed, '/connections'));
  await service.terminate();
  logs.push(service.log());

  const { facts, computed, ads } = await storedSpend(installed);
  const ofMeta = facts.filter(({ platform }) => platform === 'meta');
  const days = new Set(ofMeta.map(({ day }) => day));
  const partial = ofMeta.filter(({ rows }) => rows.length !== ADS).length;
  const sum = computed.get('meta');
  const expected = { rows: DAYS * ADS, spend: (DAYS * centsOf(ADS)) / 100 };
  tell(t, {
    name: 'kill -9 amid the first sync of an ad account',
    figure: `${days.size} of ${DAYS} days, ${partial} written in part; ${sum?.rows} rows of spend instead of ${expected.rows}; ${ads} of ${ADS} ads; ${ofMeta.length - days.size} days accepted twice, which counts once`,
    target: `${DAYS} days, 0 in part, ${expected.rows} rows, ${ADS} ads`,
    rounds: ROUNDS,
    holds: days.size === DAYS && partial === 0 && sum?.rows === expected.rows && sum.spend === expected.spend && ads === ADS,
  });

  const servers = [meta.server, ...[...others, ...sources].map(({ server }) => server)];
  const secrets = [
    ...servers.flatMap(({ issued }) => issued),
    ...sources.flatMap(({ hookSecrets }) => hookSecrets()),
    ...registered
      .flatMap(({ settings }) => Object.entries(settings).filter(([name]) => /secret|token/i.test(name)))
      .map(([, value]) => value),
  ];
  assert.ok(
    secrets.length >= (isShort ? 20 : 35) && servers.every(({ issued }) => issued.length > 0),
    `${secrets.length} secrets`,
  );
  const found = [...(await foundIn(installed.dataDir, secrets))].map(([, places]) => places.join());
  const texts = { logs: logs.join('\n'), metrics, status, listed };
  for (const [name, text] of Object.entries(texts)) if (secrets.some((secret) => text.includes(secret))) found.push(name);
  assert.ok(texts.logs.includes('a provider was called') && metrics.includes('tributary_') && status.includes('profiles'));
  tell(t, {
    name: 'secrets of connected accounts in files, logs and metrics',
    figure: `${found.length} of ${secrets.length} tokens, codes and secrets found${found.length > 0 ? `: ${found.join('; ')}` : ''}`,
    target: '0',
    rounds: 1,
    holds: found.length === 0,
  });
});

/** From the last page of a reading on: comparing, facts, state and the end of the job follow within this. */
const CATALOGUE_MS = 300;

if (!isShort)
  test(`${ROUNDS * 4} kills amid the reading of the ads of an account`, async (t) => {
    const ADS = 400;
    const random = seededRandom(t);
    // Without spend, whose history would take minutes.
    const { insightsOf: _spend, ...account } = metaAccount(ADS);
    for (const ad of account.ads)
      Object.assign(ad, {
        adset: { destination_type: 'WHATSAPP' },
        creative: { id: `c${ad.id}`, page_welcome_message: 'Hello' },
      });
    const meta = await startFakeMeta(t, [account]);
    meta.hasReportsAtOnce = true;
    const installed = await install(t);
    const env = { ...settingsOf([{ id: 'meta', settings: meta.settings }]), TRIBUTARY_SEAL_ROWS: '1000000' };
    let service = await startService(t, installed.dataDir, env);
    await connect(service, installed, 'meta');
    const [{ id: connectionId }] = await completed(service, installed);
    const readAt = async (): Promise<string> => (await ask(service, installed, '/connections'))[0].accounts[0].catalogue_read_at;
    const readAgain = () => ask(service, installed, `/connections/${connectionId}/sync`, { what: 'catalogue' });
    const readings = () => meta.server.requests.filter(({ url }) => /\/ads\?.*after=200/.test(url)).length;
    let unfinished = 0;
    for (let round = 0; round < ROUNDS * 4; round += 1) {
      const before = await readAt();
      for (const ad of account.ads.slice(0, 1 + random(ADS)))
        Object.assign(ad, {
          name: `Ad ${round}`,
          creative: { ...Object(ad['creative']), page_welcome_message: `Hello ${round}` },
        });
      const begun = readings();
      await readAgain();
      await until(() => readings() > begun, 'the last page of a reading', 2);
      await letPass(random(CATALOGUE_MS));
      await service.kill();
      service = await startService(t, installed.dataDir, env);
      if ((await readAt()) === before) unfinished += 1;
      // The same job goes on; the next round's is another one.
      await until(async () => (await readAt()) !== before, 'the end of a reading that was cut off');
    }
    const before = await readAt();
    await readAgain();
    await until(async () => (await readAt()) !== before, 'the last reading');
    await settled(service, installed);
    const greetings = new Map<string, string>();
    for (let cursor = ''; cursor !== 'end'; ) {
      const query = `${service.address}/api/v1/partner/whatsapp/ads?limit=100&profile_id=${installed.profileId}&cursor=${cursor || '0'}`;
      const { data, pagination } = await (
        await fetch(query, { headers: { authorization: `Bearer ${installed.session}` } })
      ).json();
      for (const { ad_id: id, greeting } of data) greetings.set(id, greeting);
      cursor = pagination.cursor ?? 'end';
    }
    await service.terminate();
    const { ads, names, twice, removed } = await storedAds(installed);
    const wrong = account.ads.filter(({ id, name }) => names.get(id) !== name).length;
    const stale = account.ads.filter(({ id, creative }) => greetings.get(id) !== Object(creative).page_welcome_message).length;
    tell(t, {
      name: 'kill -9 amid the reading of the ads of an account',
      figure: `${unfinished} readings cut off; ${ads} of ${ADS} ads, ${wrong} with an old name, ${stale} with an old greeting, ${removed} removed; ${twice} changes accepted twice, which counts once`,
      target: `${ADS} ads, 0 old, 0 removed, some readings cut off`,
      rounds: ROUNDS * 4,
      holds: ads === ADS && wrong === 0 && stale === 0 && removed === 0 && unfinished > 0,
    });
  });

if (!isShort)
  test('400 days of 2,000 ads', async (t) => {
    const ADS = 2_000;
    const meta = await startFakeMeta(t, [metaAccount(ADS)]);
    meta.hasReportsAtOnce = true;
    const installed = await install(t);
    const env = { ...settingsOf([{ id: 'meta', settings: meta.settings }]), TRIBUTARY_SEAL_ROWS: '1000000' };
    const service = await startService(t, installed.dataDir, { ...env, TRIBUTARY_SERVING_MEMORY_MB: '512' });
    const began = performance.now();
    await connect(service, installed, 'meta');
    await completed(service, installed);
    const readSeconds = (performance.now() - began) / 1_000;
    await settled(service, installed);
    const seconds = (performance.now() - began) / 1_000;
    const requests = meta.server.requests.length;
    const peakMb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1_024;
    await service.terminate();
    const { computed, facts, ads } = await storedSpend(installed);
    const sum = computed.get('meta');
    const expected = { rows: DAYS * ADS, spend: (DAYS * centsOf(ADS)) / 100 };
    tell(t, {
      name: '400 days of 2,000 ads',
      figure: `${sum?.rows} rows in ${facts.length} days and ${ads} ads, read in ${readSeconds.toFixed(0)} s and computed after ${seconds.toFixed(0)} s, by ${requests} requests; ${peakMb.toFixed(0)} MB of the service at its most`,
      target: `${expected.rows} rows, each once`,
      rounds: 1,
      holds: sum?.rows === expected.rows && sum.spend === expected.spend && facts.length === DAYS && ads === ADS,
    });
    assert.equal(
      dayBack(0) >=
        (facts
          .map(({ day }) => day)
          .sort()
          .at(-1) ?? ''),
      true,
    );
  });
