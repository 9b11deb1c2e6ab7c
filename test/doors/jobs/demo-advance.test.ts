// Days pass in a demo: each once, whatever interrupts them, nowhere but in a demo, and one run at a time.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { SHOP } from '../../../seeds/demo/shop.ts';
import { continueWorld } from '../../../seeds/demo/world.ts';
import type { EventLine } from '../../../seeds/demo/world-lines.ts';
import { CLOCK_FILE, folderClock } from '../../../src/base/folder/clock.ts';
import { systemClock } from '../../../src/base/kit/clock.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { SANDBOX, WORLD } from '../../../src/doors/jobs/demo-folder.ts';
import { ownMarket } from '../../act/own-market.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

const NOW = '2026-11-25T12:00:00Z';
const [FIRST_DAY, LAST_DAY] = ['2026-07-28', '2026-11-24'];
const DAY_MS = 86_400_000;

/** A demo whose own days are not loaded: what follows them needs none of them. */
async function demo(t: TestContext): Promise<TestApp> {
  const app = await startTestApp({
    at: NOW,
    installation: { currency: SHOP.currency, timezone: SHOP.timezone, domain: SHOP.domain },
  });
  t.after(() => app.close());
  mkdirSync(join(app.dataDir, 'demo'));
  const put = (name: string, value: object): void => writeFileSync(join(app.dataDir, 'demo', name), JSON.stringify(value));
  put('demo.json', { workspace_id: app.workspaceId, profile_id: app.profileId, api_key: app.apiKey, is_loaded: true });
  put('truth.json', { events: 0, first_day: FIRST_DAY, last_day: LAST_DAY });
  return app;
}

const advance = async ({ base }: TestApp, days: number) => commands['demo-advance'](base, { days }, () => undefined);

async function expected(app: TestApp, days: number, until: number): Promise<EventLine[]> {
  const { market } = await ownMarket(app, SANDBOX);
  const world = continueWorld({ ...WORLD, lastDay: LAST_DAY, market: market() });
  const events = Array.from({ length: days }, () => world.next(market()).events).flat();
  return events.filter(({ occurred_at }) => Date.parse(occurred_at) <= until);
}

async function paymentsOf(app: TestApp): Promise<number> {
  const query = { date_from: LAST_DAY, date_to: '2026-12-31' };
  return (await app.api(app.apiKey).get('/overview', query)).body.data.current.cash_payments;
}

const payments = (events: readonly EventLine[]): number =>
  events.filter(({ event_type }) => event_type === 'payment_received').length;

test('days pass in a demo', async (t) => {
  const app = await demo(t);
  const { clock } = app;

  await t.test('the clock moves, what happened until now is loaded, and a second run at once is refused', async () => {
    const both = await Promise.allSettled([advance(app, 1), advance(app, 1)]);
    const refused = both.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    assert.equal(refused.length, 1, refused.join('\n'));
    assert.match(refused[0] ?? '', /already/);
    const [result] = both.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    assert.equal(clock.now(), Date.parse(NOW) + DAY_MS);
    assert.deepEqual(
      [result?.['from_day'], result?.['today'], result?.['last_day'], result?.['is_resumed']],
      ['2026-11-25', '2026-11-26', '2026-11-25', false],
    );
    const events = await expected(app, 2, clock.now());
    assert.equal(result?.['events'], events.length);
    assert.ok(payments(events) > 5);
    assert.equal(await paymentsOf(app), payments(events));
  });

  await t.test('an interrupted run is finished by the next one, without another day, and no event is there twice', async () => {
    const move = clock.advance;
    let moves = 0;
    clock.advance = (ms) => {
      moves++;
      if (moves === 2) throw new Error('the process ends here');
      move(ms);
    };
    await assert.rejects(advance(app, 2), /the process ends here/);
    clock.advance = move;
    assert.equal(clock.now(), Date.parse(NOW) + 2 * DAY_MS);
    // What the run had loaded and not noted is loaded again.
    const noted = join(app.dataDir, 'demo', 'days.json');
    const stored = JSON.parse(readFileSync(noted, 'utf8'));
    writeFileSync(noted, JSON.stringify({ ...stored, loaded_until: stored.loaded_until - DAY_MS }));
    const result = await advance(app, 2);
    assert.deepEqual([result['is_resumed'], result['today']], [true, '2026-11-28']);
    assert.equal(clock.now(), Date.parse(NOW) + 3 * DAY_MS);
    assert.equal(await paymentsOf(app), payments(await expected(app, 4, clock.now())));
  });

  await t.test('days are 1 to 90', async () => {
    for (const days of [0, 91, 1.5]) await assert.rejects(advance(app, days), /days/);
  });
});

test('no day passes in a folder that is no demo, or not loaded yet', async (t) => {
  const app = await startTestApp({ at: NOW });
  t.after(() => app.close());
  await assert.rejects(advance(app, 1), /is not the data folder of a demo/);
  mkdirSync(join(app.dataDir, 'demo'));
  const ids = { workspace_id: app.workspaceId, profile_id: app.profileId, api_key: app.apiKey, is_loaded: false };
  writeFileSync(join(app.dataDir, 'demo', 'demo.json'), JSON.stringify(ids));
  writeFileSync(join(app.dataDir, 'demo', 'truth.json'), JSON.stringify({ events: 0, first_day: FIRST_DAY, last_day: LAST_DAY }));
  await assert.rejects(advance(app, 1), /not loaded yet/);
  assert.equal(app.clock.now(), Date.parse(NOW));

  await t.test('the clock of a folder is the same in every process, and never goes back', () => {
    const first = folderClock(app.dataDir);
    assert.ok(Math.abs(first.now() - systemClock.now()) < 1_000);
    assert.equal(existsSync(join(app.dataDir, CLOCK_FILE)), false);
    first.advance(DAY_MS);
    const ahead = folderClock(app.dataDir).now() - systemClock.now();
    assert.ok(Math.abs(ahead - DAY_MS) < 1_000);
    assert.throws(() => first.advance(-1), /forwards/);
    writeFileSync(join(app.dataDir, CLOCK_FILE), '{');
    assert.throws(() => folderClock(app.dataDir).settle(app.base.state), /clock\.json/);
  });
});
