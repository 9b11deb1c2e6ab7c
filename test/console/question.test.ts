// The question of a page: its days, what they are compared with, and its form in the URL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, countDays, isDay, todayIn } from '../../console/question/days.ts';
import { comparedDays, daysOf, PRESETS } from '../../console/question/period.ts';
import { MODELS, type Question, readQuestion, writeQuestion } from '../../console/question/question.ts';
import { changeOf } from '../../console/words/change.ts';
import { days, duration, money, plainAmount, shortMoney, unbroken } from '../../console/words/format.ts';

test('the days of a preset', () => {
  const all = Object.fromEntries(PRESETS.map(({ name }) => [name, Object.values(daysOf(name, '2026-03-31')).join(' ')]));
  assert.deepEqual(all, {
    today: '2026-03-31 2026-03-31',
    yesterday: '2026-03-30 2026-03-30',
    '7d': '2026-03-24 2026-03-30',
    '28d': '2026-03-03 2026-03-30',
    '30d': '2026-03-01 2026-03-30',
    '90d': '2025-12-31 2026-03-30',
    month: '2026-03-01 2026-03-31',
    quarter: '2026-01-01 2026-03-31',
    year: '2026-01-01 2026-03-31',
    'last-month': '2026-02-01 2026-02-28',
  });
  assert.deepEqual(daysOf('2026-02-01..2026-02-28', '2026-03-31'), { from: '2026-02-01', to: '2026-02-28' });
  for (const wrong of ['2026-02-30..2026-03-01', '2026-03-02..2026-03-01', 'x..y', '2026-03-01', '', '31d'])
    assert.deepEqual(daysOf(wrong, '2026-03-31'), { from: '2026-03-01', to: '2026-03-30' }, wrong);
});

test('today is the profile’s, not Greenwich’s', () => {
  assert.equal(todayIn('Pacific/Auckland', Date.parse('2026-03-31T23:30:00Z')), '2026-04-01');
  assert.equal(todayIn('America/Santiago', Date.parse('2026-03-31T02:00:00Z')), '2026-03-30');
});

test('what days are compared with', () => {
  const week = { from: '2026-03-24', to: '2026-03-30' };
  assert.deepEqual(comparedDays(week, 'previous'), { from: '2026-03-17', to: '2026-03-23' });
  assert.deepEqual(comparedDays(week, 'year'), { from: '2025-03-24', to: '2025-03-30' });
  assert.deepEqual(comparedDays({ from: '2026-03-01', to: '2026-03-30' }, 'weekdays'), { from: '2026-01-25', to: '2026-02-23' });
  assert.deepEqual(comparedDays({ from: '2024-02-29', to: '2024-02-29' }, 'year'), { from: '2023-02-28', to: '2023-02-28' });
  assert.equal(comparedDays(week, 'none'), undefined);
  assert.equal(comparedDays(week, 'known'), undefined);
});

test('days before keep length and weekday', () => {
  const day = fc.integer({ min: 0, max: 40_000 }).map((count) => addDays('1970-01-01', count));
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 400 }), (from, more) => {
      const range = { from, to: addDays(from, more) };
      assert.ok(isDay(range.to));
      const before = comparedDays(range, 'previous') ?? assert.fail();
      assert.equal(countDays(before.from, before.to), more + 1);
      assert.equal(addDays(before.to, 1), from);
      const same = comparedDays(range, 'weekdays') ?? assert.fail();
      assert.equal(countDays(same.from, from) % 7, 1);
      assert.ok(same.to < from);
    }),
  );
});

/** A filter without a value is one of `is_empty`. */
const modesOf = (filters: Question['filters'], asked: 'is_not' | 'contains' | undefined): Question['modes'] => ({
  ...(filters.channel === undefined || asked === undefined ? {} : { channel: asked }),
  ...(filters.country === undefined ? {} : { country: 'is_empty' as const }),
});

const questions: fc.Arbitrary<Question> = fc
  .record({
    period: fc.constantFrom(...PRESETS.map(({ name }) => name), '2026-02-01..2026-02-28'),
    comparison: fc.constantFrom('previous', 'weekdays', 'year', 'known', 'none'),
    knownOn: fc.constant('2026-03-01'),
    goal: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
    model: fc.option(fc.constantFrom(...(Object.keys(MODELS) as (keyof typeof MODELS)[])), { nil: undefined }),
    windowDays: fc.option(fc.integer({ min: 1, max: 3650 }), { nil: undefined }),
    axis: fc.constantFrom('sale', 'cash'),
    filters: fc.record(
      { channel: fc.string({ minLength: 1 }), campaign: fc.string({ minLength: 1 }), country: fc.constant('') },
      { requiredKeys: [], noNullPrototype: true },
    ),
    asked: fc.constantFrom(undefined, 'is_not', 'contains'),
    hasIntervals: fc.boolean(),
    asOf: fc.option(fc.constantFrom('18234.913', '2026-03-01T23:59:59Z'), { nil: undefined }),
  })
  .map(
    ({ asked, ...question }) =>
      ({
        ...question,
        modes: modesOf(question.filters, asked),
        knownOn: question.comparison === 'known' ? question.knownOn : undefined,
      }) as Question,
  );

test('the address restores the question, whatever is in it, and keeps what is the page’s own', () => {
  fc.assert(
    fc.property(questions, (question) => {
      const search = writeQuestion(question, 'dimension=campaign&sort=spend');
      assert.deepEqual(readQuestion(search), question);
      assert.equal(new URLSearchParams(search).get('dimension'), 'campaign');
    }),
  );
  assert.equal(writeQuestion(readQuestion(''), ''), '', 'what is usual is not in the address');
});

test('an address that somebody wrote by hand is no fault', () => {
  const odd = 'period=2026-13-01..x&compare=constructor&model=__proto__&window=-1&axis=%00&intervals=yes&toString=1';
  assert.deepEqual(readQuestion(odd), readQuestion(''));
});

test('a change in words', () => {
  const show = String;
  const words = (current: number | null, previous: number | null, more = {}) => {
    const { direction, verdict, amount, words } = changeOf({ current, previous, show, ...more });
    return [direction, verdict, amount, words];
  };
  assert.deepEqual(words(150, 100, { moreIs: 'better' }), ['up', 'better', '+50.0 %', 'from 100']);
  assert.deepEqual(words(50, 100, { moreIs: 'better' }), ['down', 'worse', '−50.0 %', 'from 100']);
  assert.deepEqual(words(50, 100), ['down', 'neutral', '−50.0 %', 'from 100']);
  assert.deepEqual(words(100, 100, { moreIs: 'better' }), ['same', 'neutral', '', 'unchanged at 100']);
  assert.deepEqual(words(10_001, 10_000, { moreIs: 'worse' }), ['up', 'neutral', 'under 0.1 %', 'from 10000']);
  assert.deepEqual(words(5, 0), ['up', 'neutral', '', 'from 0']);
  assert.deepEqual(words(5, -5), ['up', 'neutral', '', 'from -5']);
  assert.deepEqual(words(60, 50, { by: 'points' }), ['up', 'neutral', '+10.0 points', 'from 50']);
  assert.deepEqual(words(5, null), ['unknown', 'neutral', '', 'Nothing to compare with']);
  assert.deepEqual(words(150, 100, { withheld: 'period_running' }), [
    'unknown',
    'neutral',
    '',
    'Not compared: the period is not over',
  ]);
});

test('numbers in words', () => {
  assert.equal(money('12345678901234567.89', 'EUR'), '€12,345,678,901,234,567.89');
  assert.equal(money(-3.5, 'USD'), '-$3.50');
  assert.equal(money(1200, 'CLP'), 'CLP\u00a01,200');
  assert.equal(shortMoney(26_000, 'EUR'), '€26K');
  assert.equal(shortMoney(277.67, 'EUR', 'always'), '€278');
  assert.equal(duration(0.2), '0 seconds');
  assert.equal(duration(61), '1 minute 1 second');
  assert.equal(days('2026-03-01', '2026-03-01'), '1 Mar 2026');
});

test('sentences of the service do not end a line within a number or a day', () => {
  const text = unbroken('6 sales to 2026-11-18: 73.05 EUR each, 73 % above; order 2026-1-1 and 3 XXLs stay');
  assert.equal(text, '6 sales to 18\u00a0Nov\u00a02026: 73.05\u00a0EUR each, 73\u00a0% above; order 2026-1-1 and 3 XXLs stay');
});

test('an amount in a field has the digits of its currency', () => {
  const amounts = (['EUR', 'JPY', 'KWD'] as const).map((currency) => plainAmount('278.5', currency));
  assert.deepEqual(amounts, ['278.50', '278.5', '278.500']);
  assert.deepEqual(
    [plainAmount('278', 'EUR'), plainAmount('278', 'JPY'), plainAmount('1234.5678', 'EUR')],
    ['278.00', '278', '1234.5678'],
  );
});
