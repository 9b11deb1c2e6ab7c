// The design's promises that can be measured: contrast, one colour per channel, and how numbers, days and changes are written.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { changeOf } from '../../../src/doors/console/change.ts';
import { creditBars } from '../../../src/doors/console/charts/credit-bars.ts';
import { moneyLines, sizes } from '../../../src/doors/console/charts/money-lines.ts';
import { flows, pathFlow } from '../../../src/doors/console/charts/path-flow.ts';
import {
  channelColours,
  channelVariable,
  dark,
  light,
  markPairs,
  OTHER_COLOUR,
  textPairs,
} from '../../../src/doors/console/design/tokens.ts';
import { periodOf } from '../../../src/doors/console/period.ts';
import { days, duration, money, shortMoney } from '../../../src/doors/console/words.ts';

/** WCAG 2: relative luminance, and the ratio of two. */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

test('colours can be told apart', async (t) => {
  await t.test('the measure is right', () => {
    assert.equal(contrast('#000000', '#ffffff'), 21);
    assert.ok(Math.abs(contrast('#767676', '#ffffff') - 4.54) < 0.01);
  });
  for (const [scheme, colours] of Object.entries({ light, dark })) {
    await t.test(`${scheme}: text 4.5 to 1, marks 3 to 1`, () => {
      for (const [ink, ground] of textPairs) assert.ok(contrast(colours[ink], colours[ground]) >= 4.5, `${ink} on ${ground}`);
      for (const [mark, ground] of markPairs) assert.ok(contrast(colours[mark], colours[ground]) >= 3, `${mark} on ${ground}`);
      for (const [channel, colour] of Object.entries({ ...channelColours, other: OTHER_COLOUR }))
        assert.ok(contrast(colour, colours.surface) >= 3, `${channel} on ${scheme}: ${contrast(colour, colours.surface)}`);
    });
  }
  await t.test('no two channels share a colour, and every channel of the rules has one', () => {
    const all = [...Object.values(channelColours), OTHER_COLOUR];
    assert.equal(new Set(all).size, all.length);
    const rules = readFileSync(projectFile('seeds/channel_rules.csv'), 'utf8').trim().split('\n').slice(1);
    for (const channel of new Set(rules.map((line) => line.split(',')[1] as string))) assert.ok(channelColours[channel], channel);
  });
  await t.test('a channel of somebody’s own has the common one', () => {
    for (const odd of ['constructor', '"><script>', 'Carrier Pigeon']) assert.equal(channelVariable(odd), 'var(--channel-other)');
  });
});

test('drawings', async (t) => {
  const evil = '</svg><script>alert(1)</script>" onload="alert(1)" style="x:y"';
  const drawings = {
    bars: creditBars('a', { channels: [evil, 'Email'], amounts: [3, -1], scale: { min: -1, max: 3 }, show: String }),
    lines: moneyLines('b', sizes.wide, { labels: [evil, 'x'], revenue: [1, 2], spend: [null, 1], show: String }),
    flow: pathFlow('c', [{ path: [evil, 'Email'], conversions: 2 }], flows.narrow),
  };
  await t.test('hold no code, whatever a channel is called', () => {
    for (const [name, svg] of Object.entries(drawings)) {
      assert.doesNotMatch(svg, /<script|<style|<[^>]* (?:on\w+|style)="/, name);
      assert.equal(svg.match(/<svg /g)?.length, 1);
      assert.match(svg, /&lt;/);
    }
  });
  await t.test('take every colour from the design', () => {
    for (const svg of Object.values(drawings)) {
      const colours = [...svg.matchAll(/ (?:fill|stroke)="([^"]+)"/g)].map((match) => match[1] as string);
      assert.ok(colours.length > 3);
      for (const colour of colours) assert.match(colour, /^(?:var\(--[\w-]+\)|none|transparent|#000)$/);
    }
  });
  await t.test('are the same from the same numbers', () => {
    const again = pathFlow('c', [{ path: [evil, 'Email'], conversions: 2 }], flows.narrow);
    assert.equal(again, drawings.flow);
  });
  await t.test('a path longer than its columns begins with what came earlier', () => {
    const svg = pathFlow('d', [{ path: ['Email', 'Direct', 'Referral', 'Paid Search'], conversions: 1_200 }], flows.narrow);
    assert.match(svg, />Earlier</);
    assert.doesNotMatch(svg, />Email/);
    assert.match(svg, />1,200</);
  });
});

test('a change in words', () => {
  const show = String;
  const words = (current: number | null, previous: number | null, more = {}) => {
    const { direction, verdict, amount, words } = changeOf({ current, previous, show, ...more });
    return [direction, verdict, amount, words];
  };
  assert.deepEqual(words(150, 100, { moreIs: 'better' }), ['up', 'better', '+50.0 %', 'up from 100']);
  assert.deepEqual(words(50, 100, { moreIs: 'better' }), ['down', 'worse', '−50.0 %', 'down from 100']);
  assert.deepEqual(words(50, 100), ['down', 'neutral', '−50.0 %', 'down from 100']);
  assert.deepEqual(words(100, 100, { moreIs: 'better' }), ['same', 'neutral', '', 'unchanged at 100']);
  assert.deepEqual(words(5, 0), ['up', 'neutral', '', 'up from 0']);
  assert.deepEqual(words(5, -5), ['up', 'neutral', '', 'up from -5']);
  assert.deepEqual(words(60, 50, { by: 'points' }), ['up', 'neutral', '+10.0 points', 'up from 50']);
  assert.deepEqual(words(5, null), ['unknown', 'neutral', '', 'Nothing to compare with in the period before']);
  assert.deepEqual(words(null, 5), ['unknown', 'neutral', '', 'Nothing to compare']);
  assert.deepEqual(words(150, 100, { withheld: 'period_running' }), [
    'unknown',
    'neutral',
    '',
    'Not compared: the period is not over',
  ]);
});

test('the days of a page', async (t) => {
  const of = (query: string, at = '2026-03-31T12:00:00Z', zone = 'UTC') => {
    const { from, to, days: length, before } = periodOf(new URLSearchParams(query), Date.parse(at), zone);
    return [from, to, length, before.from, before.to];
  };
  await t.test('are the last full ones, against as many before', () => {
    assert.deepEqual(of(''), ['2026-03-01', '2026-03-30', 30, '2026-01-30', '2026-02-28']);
    assert.deepEqual(of('days=7'), ['2026-03-24', '2026-03-30', 7, '2026-03-17', '2026-03-23']);
    assert.deepEqual(of('days=today'), ['2026-03-31', '2026-03-31', 1, '2026-03-30', '2026-03-30']);
  });
  await t.test('are those of the profile, not of Greenwich', () => {
    assert.deepEqual(of('days=today', '2026-03-31T23:30:00Z', 'Pacific/Auckland').slice(0, 2), ['2026-04-01', '2026-04-01']);
    assert.deepEqual(of('days=today', '2026-03-31T02:00:00Z', 'America/Santiago').slice(0, 2), ['2026-03-30', '2026-03-30']);
  });
  await t.test('do not mind summer time', () => {
    assert.deepEqual(of('from=2026-03-28&to=2026-03-30', '2026-04-01T00:00:00Z', 'Europe/Berlin'), [
      '2026-03-28',
      '2026-03-30',
      3,
      '2026-03-25',
      '2026-03-27',
    ]);
  });
});

test('numbers in words', () => {
  assert.equal(money('12345678901234567.89', 'EUR'), '€12,345,678,901,234,567.89');
  assert.equal(money(-3.5, 'USD'), '-$3.50');
  assert.equal(money(1200, 'CLP'), 'CLP\u00a01,200');
  assert.equal(shortMoney(26_000, 'EUR'), '€26K');
  assert.equal(shortMoney(26_000, 'EUR', 'always'), '€26.0K');
  assert.equal(shortMoney(277.67, 'EUR', 'always'), '€278');
  assert.equal(duration(0.2), '0 seconds');
  assert.equal(duration(61), '1 minute 1 second');
  assert.equal(duration(676_488), '7 days 19 hours');
  assert.equal(days('2026-03-01', '2026-03-01'), '1 March 2026');
});
