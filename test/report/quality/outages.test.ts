// Outages: a day of a shop lacks six hours, or a week two days. They are found after they have ended, said by every figure that covers them, and gone
// when what was missing has arrived. Quiet nights and weekends of small shops are none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Chance, chance } from '../../../seeds/demo/random.ts';
import { outagesOf, type SenderHours } from '../../../src/report/quality/senders/outages.ts';
import { type Api, startTestApp } from '../../harness.ts';
import { openWorld, sendAsImport, sendAtOnce } from './open-world.ts';

const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9));
const SHOPS = process.env['WHOLE'] === '1' ? 400 : 30;
const [DAY, PERIOD, HOURS] = [24, 28 * 24, 84 * 24];

/** A count with this mean. */
function poisson(dice: Chance, mean: number): number {
  let left = mean;
  let count = -1;
  for (; left >= 0; count += 1) left += Math.log(1 - dice.next());
  return count;
}

type Opening = 'daytime' | 'office' | 'always';

/** The part of a day's visits in an hour: shops by day, offices on workdays, or any time. */
function partOf(opening: Opening, day: number, hour: number): number {
  if (opening === 'always') return 1 / 24;
  if (opening === 'daytime') return hour >= 6 && hour < 22 ? 1 / 16 : 0;
  return hour >= 8 && hour < 18 ? (day % 7 < 5 ? 0.1 : 0.004) : 0;
}

interface Gap {
  from: number;
  to: number;
}

/** The hours of a shop, the last one first, whose days differ and whose visits are one event or more. */
function shopHours(dice: Chance, { perDay, opening, gap }: { perDay: number; opening: Opening; gap?: Gap }): SenderHours {
  const all = Array.from({ length: 84 }, (_, day) => {
    const visits = perDay * dice.skewed(0.2);
    return Array.from({ length: DAY }, (_, ago) => {
      const arrived = poisson(dice, visits * partOf(opening, day, 23 - ago));
      return Array.from({ length: arrived }, () => 1 + poisson(dice, 1)).reduce((sum, each) => sum + each, 0);
    });
  }).flat();
  const sent = all.map((events, hour) => (gap && hour >= gap.to && hour < gap.from ? 0 : events));
  return { events: sent, hoursOfWeek: Array.from({ length: HOURS }, (_, hour) => 167 - (hour % 168)), elapsed: 1 };
}

const OPENINGS = ['daytime', 'office', 'always'] as const;

test('small shops have quiet nights and weekends, and no outages', (t) => {
  const dice = chance(SEED);
  let [shops, found] = [0, 0];
  for (const opening of OPENINGS)
    for (const perDay of [2, 5, 15, 40, 150])
      for (let shop = 0; shop < SHOPS; shop += 1) {
        shops += 1;
        if (outagesOf(shopHours(dice, { perDay, opening }), PERIOD).length > 0) found += 1;
      }
  t.diagnostic(`SEED=${SEED}: an outage in ${found} of ${shops} shops without one`);
  assert.ok(found <= 0.02 * shops, `SEED=${SEED}: ${found} of ${shops}`);
});

test('dead hours and days are found long after they have ended', (t) => {
  const dice = chance(SEED);
  const hours = { from: 7 * DAY + 14, to: 7 * DAY + 8 };
  const cases = [
    ...OPENINGS.map((opening) => ({ opening, perDay: 150, gap: hours })),
    { opening: 'office' as const, perDay: 60, gap: hours },
    ...OPENINGS.map((opening) => ({ opening, perDay: 15, gap: { from: 10 * DAY, to: 8 * DAY } })),
  ];
  for (const { gap, ...shop } of cases) {
    let found = 0;
    for (let at = 0; at < SHOPS; at += 1) {
      const [outage, ...others] = outagesOf(shopHours(dice, { ...shop, gap }), PERIOD);
      if (outage && outage.from >= gap.from && outage.to <= gap.to && others.length === 0) found += 1;
    }
    t.diagnostic(`SEED=${SEED}: ${found} of ${SHOPS}: ${shop.perDay} visits a day, ${shop.opening}, ${gap.from - gap.to} hours`);
    assert.ok(found >= 0.9 * SHOPS, `SEED=${SEED}: ${found} of ${SHOPS} ${JSON.stringify(shop)}`);
  }
});

test('an outage that goes on has no end, and the hour of now counts by its part', () => {
  const hours = shopHours(chance(1), { perDay: 300, opening: 'always', gap: { from: 8, to: 0 } });
  const [outage] = outagesOf({ ...hours, elapsed: 0.1 }, PERIOD);
  assert.deepEqual([outage?.from, outage?.to, outage?.events], [8, 0, 0]);
  const whole = outagesOf(hours, PERIOD)[0]?.usual ?? 0;
  assert.ok((outage?.usual ?? 0) < whole - 5, `${outage?.usual} ${whole}`);
});

// biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract
const finding = async (api: Api): Promise<any> => {
  const { body } = await api.get('/quality/instrumentation-health');
  return body.data.find(({ name }: { name: string }) => name === 'silence');
};

test('an outage of last week stays a finding, and every figure that covers it says so', async (t) => {
  const app = await startTestApp({ at: '2026-04-01T00:30:00Z' });
  t.after(() => app.close());
  const { api, profileId, world } = await openWorld(app, 5, { dead_days: 1 }, sendAtOnce);

  await t.test('the finding names the sender and the hours', async () => {
    const { status, explanation, evidence, next } = await finding(api);
    assert.equal(status, 'attention', explanation);
    assert.match(
      explanation,
      /^1 outage in these days, over by now: page_view of servers sent nothing from 2026-03-2\d .* hours, where \d+ events are usual/,
    );
    assert.match(next, /lost/);
    assert.match(evidence[0].note, /^2026-03-2[56] \d\d:00 to 2026-03-28 0\d:00, (?:[5-6]\d) hours: usually \d+$/);
  });

  const days = { date_from: '2026-03-20', date_to: '2026-03-31' };
  await t.test('reports have it as a member and as a warning, other days do not', async () => {
    for (const [path, query] of [
      ['/overview', days],
      ['/overview/series', { ...days, interval: 'day' }],
      ['/attribution', { ...days, dimension: 'channel' }],
      ['/attribution/paths', days],
      ['/attribution/cohorts', { month_from: '2026-03', month_to: '2026-03' }],
      ['/ads', days],
    ] as const) {
      const { status, body } = await api.get(path, query);
      assert.equal(status, 200, `${path} ${JSON.stringify(body.error)}`);
      assert.equal(body.outages?.[0]?.sender, 'page_view of servers', path);
      assert.match(body.outages[0].from, /^2026-03-2[56]T/);
      const { message } = body.warnings.find(({ code }: { code: string }) => code === 'outage') ?? {};
      assert.match(message, /^Figures lack what was not sent: page_view of servers sent nothing from 2026-03-2/, path);
    }
    const { body } = await api.get('/overview/series', { date_from: '2026-03-29', date_to: '2026-03-31', interval: 'day' });
    assert.equal(body.outages, undefined);
    const compared = await api.get('/overview', { date_from: '2026-03-29', date_to: '2026-03-31' });
    assert.equal(compared.body.outages.length, 1, 'the days that are compared lack it');
    const { data } = (await api.get('/trust')).body;
    assert.equal(data.find(({ code }: { code: string }) => code === 'outage').status, 'attention');
  });

  await t.test('it is no outage any more once what was missing has arrived', async () => {
    const views = world.lines.filter(({ event_type }) => event_type === 'page_view').slice(0, 200);
    const late = views.map((line, at) => ({
      ...line,
      event_id: `late-${at}`,
      occurred_at: new Date(Date.parse('2026-03-26T08:00:00Z') + at * 720_000).toISOString(),
    }));
    await sendAsImport(app.base, profileId, late);
    await app.settle(profileId);
    assert.equal((await finding(api)).status, 'ok');
    const { body } = await api.get('/overview/series', { ...days, interval: 'day' });
    assert.equal(body.outages, undefined);
  });
});
