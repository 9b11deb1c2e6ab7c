// The ways from a shared report into the console: the console reads in the address what the snapshot asks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownPath, momentOf } from '../../../console/pages/known/path.ts';
import { comparedDays, daysOf } from '../../../console/question/period.ts';
import { readQuestion } from '../../../console/question/question.ts';
import type { components } from '../../../src/base/contract/types.ts';
import { linksOf } from '../../../src/doors/console/places/snapshot-links.ts';

const PROFILE = '00000000-0000-4000-8000-000000000001';
const CREATED = '2026-04-02T08:00:00.000Z';
const WEEK = { date_from: '2026-03-01', date_to: '2026-03-07' };
type Page = components['schemas']['SnapshotPage'];
type Asked = components['schemas']['SnapshotQuestion'];

const linksFor = (page: Page, question: Asked) => linksOf({ profileId: PROFILE, page, question, createdAt: Date.parse(CREATED) });
const reportOf = (page: Page, question: Asked): URL => new URL(linksFor(page, question).report, 'http://x');
const changesOf = (page: Page, question: Asked): URL => new URL(linksFor(page, question).changes, 'http://x');

test('the report opens with its question', async (t) => {
  await t.test('attribution', () => {
    const question = { ...WEEK, model: 'linear', goal: 'trial', click_window_days: 14, as_of: '18234.913' } as const;
    const filters = { channel: 'Email', source: 'a&b', filter_modes: ['source:is_not', 'medium:is_empty'] } satisfies Asked;
    const shape = { dimension: 'ad', beside: ['first_touch', 'data_driven'] } satisfies Asked;
    const { pathname, search, searchParams } = reportOf('attribution', { ...question, ...filters, ...shape });
    assert.equal(pathname, `/console/${PROFILE}/attribution`);
    assert.deepEqual(readQuestion(search), {
      period: '2026-03-01..2026-03-07',
      comparison: 'previous',
      knownOn: undefined,
      goal: 'trial',
      model: 'linear',
      windowDays: 14,
      axis: 'sale',
      hasIntervals: false,
      asOf: '18234.913',
      filters: { channel: 'Email', source: 'a&b', medium: '' },
      modes: { source: 'is_not', medium: 'is_empty' },
    });
    const own = ['shape', 'leaf', 'beside'].map((name) => searchParams.get(name));
    assert.deepEqual(own, ['list', 'ad', 'first_touch*data_driven']);
    assert.equal(reportOf('attribution', { ...WEEK, dimension: 'channel', beside: [] }).search, '?period=2026-03-01..2026-03-07');
  });
  await t.test('paths and payback', () => {
    assert.equal(reportOf('paths', { ...WEEK, transform: 'first' }).searchParams.get('shown'), 'first');
    const months = { month_from: '2025-04', month_to: '2026-03' };
    const { searchParams } = reportOf('payback', { ...months, as_of: '9.2', source: 'x' });
    assert.deepEqual(Object.fromEntries(searchParams), {
      period: '2025-04-01..2026-03-31',
      source: 'x',
      as_of: '9.2',
      months: '12',
    });
  });
  await t.test('overview, with the days beside it', () => {
    const days = daysOf('2026-03-01..2026-03-05', '');
    const question = { date_from: days.from, date_to: days.to };
    for (const comparison of ['previous', 'weekdays', 'year'] as const) {
      const other = comparedDays(days, comparison);
      assert.ok(other);
      const compared = { date_from: other.from, date_to: other.to };
      assert.equal(readQuestion(reportOf('overview', { ...question, compared }).search).comparison, comparison);
    }
    const leap = { date_from: '2028-02-29', date_to: '2028-02-29' };
    const before = { date_from: '2027-02-28', date_to: '2027-02-28' };
    assert.equal(reportOf('overview', { ...leap, compared: before }).searchParams.get('compare'), 'year');
    const known = readQuestion(reportOf('overview', { ...WEEK, compared: { ...WEEK, as_of: '2026-03-09T00:00:00Z' } }).search);
    assert.deepEqual([known.comparison, known.knownOn], ['known', '2026-03-09']);
    for (const compared of [undefined, { date_from: '2020-01-01', date_to: '2020-01-02' }, { ...WEEK, as_of: '9.2' }])
      assert.equal(reportOf('overview', { ...WEEK, ...(compared && { compared }) }).searchParams.get('compare'), 'none');
  });
  await t.test('why, between its two moments', () => {
    const { pathname, searchParams } = reportOf('why', { ...WEEK, known_from: '7.1', known_to: '9.2', goal: 'trial' });
    assert.equal(pathname, `/console/${PROFILE}/known`);
    assert.deepEqual(
      ['since', 'until', 'goal'].map((name) => searchParams.get(name)),
      ['7.1', '9.2', 'trial'],
    );
  });
});

test('what has changed since begins at the moment that the report shows', () => {
  for (const [page, moment, since] of [
    ['attribution', { as_of: '2026-03-06T00:00:00Z' }, '2026-03-06T00:00:00Z'],
    ['attribution', { as_of: '18234.913' }, '18234.913'],
    ['why', { known_from: '18234.913', known_to: '18300.920' }, '18234.913'],
    ['attribution', {}, CREATED],
  ] as const) {
    const question = { ...WEEK, ...moment, goal: 'trial' };
    const changes = changesOf(page, question);
    const listed = new URL(knownPath(PROFILE, question, momentOf({ question, created_at: CREATED })), 'http://x');
    for (const { searchParams } of [changes, listed])
      assert.deepEqual([searchParams.get('since'), searchParams.get('goal')], [since, 'trial']);
    assert.equal(changes.pathname, listed.pathname);
  }
});
