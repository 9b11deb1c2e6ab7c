// Ad accounts of a service that is a process of its own: `kill -9` amid the first sync and the catalogue, answers that fail meanwhile, a large
// account, and a search of every byte for what the platforms issued. ROUNDS says how many kills, TEST_SEED which.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../base/random.ts';
import { foundIn } from '../collect/identity/whole-folder.ts';
import { startFakePlatforms } from '../fakes/ad-platforms.ts';
import { type FakeMetaAccount, startFakeMeta } from '../fakes/meta.ts';
import type { FailureScript } from '../fakes/provider-server.ts';
import { startFakeStripeAccount } from '../fakes/stripe-account.ts';
import { ask, completed, connect, settingsOf, storedSpend } from './tools/ad-accounts.ts';
import { settled } from './tools/figures.ts';
import { rounds, tell } from './tools/results.ts';
import { command, install, startService } from './tools/service.ts';

const ROUNDS = rounds(5);
const DAYS = 400;
const DAY_MS = 86_400_000;
/** The client asks 300 times a minute at most. */
const LARGE_PATIENCE_MS = 1_200_000;
/** What passes, and is asked again. */
const PASSING: readonly FailureScript[] = ['throttled_shortly', 'html', 'error_once', 'reset', 'timeout_after_apply'];

const dayBack = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** An account in which each ad spends its number in cents on each day. */
function metaAccount(ads: number): FakeMetaAccount {
  const numbers = Array.from({ length: ads }, (_, no) => no + 1);
  const row = (day: string, no: number) => ({
    ...{ date_start: day, date_stop: day, campaign_id: '1', campaign_name: 'Spring', adset_id: '11', adset_name: 'Wide' },
    ...{ ad_id: `9${no}`, ad_name: `Ad ${no}`, spend: (no / 100).toFixed(2), impressions: '100', clicks: '3' },
  });
  return {
    account: {
      ...{ id: 'act_102', account_id: '102', name: 'Large', currency: 'USD', timezone_name: 'UTC', account_status: 1 },
    },
    campaigns: [{ id: '1', name: 'Spring', effective_status: 'ACTIVE' }],
    adsets: [{ id: '11', campaign_id: '1', name: 'Wide', effective_status: 'ACTIVE' }],
    ads: numbers.map((no) => ({
      ...{ id: `9${no}`, adset_id: '11', campaign_id: '1', name: `Ad ${no}`, status: 'ACTIVE', effective_status: 'ACTIVE' },
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
  const stripe = await startFakeStripeAccount(t);
  const platforms = [...others, { id: 'meta' as const, settings: meta.settings }];
  const env = {
    ...{ ...settingsOf(platforms), TRIBUTARY_LOG_LEVEL: 'trace', TRIBUTARY_SEAL_ROWS: '1000000' },
    TRIBUTARY_STRIPE_CLIENT_ID: stripe.settings.clientId,
    ...{ TRIBUTARY_STRIPE_CLIENT_SECRET: stripe.settings.clientSecret, TRIBUTARY_STRIPE_URL: stripe.settings.url },
  };
  const installed = await install(t);
  let service = await startService(t, installed.dataDir, env);
  const logs: string[] = [];
  await connect(service, installed, 'meta');
  for (let round = 0; round < ROUNDS; round += 1) {
    meta.server.fail(PASSING[random(PASSING.length)] ?? 'html');
    await pause(random(700));
    // The catalogue is read too, in a job of its own.
    await service.kill();
    logs.push(service.log());
    service = await startService(t, installed.dataDir, env);
  }
  for (const { id, accounts } of others) await connect(service, installed, id, accounts.slice(0, 1));
  await connect(service, installed, 'stripe');
  await completed(service, installed);
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

  const servers = [meta.server, stripe.server, ...others.map(({ server }) => server)];
  const secrets = [
    ...servers.flatMap(({ issued }) => issued),
    ...stripe.hooks.map(({ secret }) => secret),
    ...platforms
      .flatMap(({ settings }) => Object.entries(settings).filter(([name]) => /secret|token/i.test(name)))
      .map(([, value]) => value),
  ];
  assert.ok(secrets.length >= 20, `${secrets.length} secrets`);
  const found = [...(await foundIn(installed.dataDir, secrets))].map(([, places]) => places.join());
  const texts = { logs: logs.join('\n'), metrics, status, listed };
  for (const [name, text] of Object.entries(texts)) if (secrets.some((secret) => text.includes(secret))) found.push(name);
  assert.ok(texts.logs.includes('a provider was called') && metrics.includes('tributary_') && status.includes('profiles'));
  tell(t, {
    name: 'secrets of ad accounts in files, logs and metrics',
    figure: `${found.length} of ${secrets.length} tokens, codes and secrets found${found.length > 0 ? `: ${found.join('; ')}` : ''}`,
    target: '0',
    rounds: 1,
    holds: found.length === 0,
  });
});

const isShort = process.env['FAULT_SHORT'] !== undefined;
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
    await completed(service, installed, LARGE_PATIENCE_MS);
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
