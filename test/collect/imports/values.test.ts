// How files write times, zones and amounts in many places.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInstant, readStatementAmount } from '../../../src/collect/imports/pure.ts';
import { zoneOfName } from '../../../src/collect/imports/values/zones.ts';
import { BERLIN, readingOf } from './reading.ts';

const at = (text: string, order: 'dmy' | 'mdy' | 'ymd' = 'dmy', zone = 'UTC'): string => {
  const read = readInstant(text, order, zone);
  return read.at === undefined
    ? read.refused
    : `${new Date(read.at / 1000).toISOString().slice(0, 19)}${read.isDayOnly ? ' day' : ''}`;
};

test('dates in words of eight languages, and in figures of all orders', () => {
  const cases: Record<string, string> = {
    'Sep 4, 2026 1:05:07 AM PDT': '2026-09-04T08:05:07',
    '05-Sep-2026 14:22:10 IST': '2026-09-05T08:52:10',
    '31 July, 2026': '2026-07-31T23:59:59 day',
    '1. Dezember 2026': '2026-12-01T23:59:59 day',
    '4 sept. 2026': '2026-09-04T23:59:59 day',
    '3 août 2026': '2026-08-03T23:59:59 day',
    '2 juil. 2026': '2026-07-02T23:59:59 day',
    '1 de septiembre de 2026': '2026-09-01T23:59:59 day',
    '7 maggio 2026': '2026-05-07T23:59:59 day',
    '9 mrt 2026': '2026-03-09T23:59:59 day',
    '9 października 2026': '2026-10-09T23:59:59 day',
    '2026年5月4日': '2026-05-04T23:59:59 day',
    '2026/05/04 10:00:00': '2026-05-04T10:00:00',
    '2026.05.04.': '2026-05-04T23:59:59 day',
    '30-Apr-25': '2025-04-30T23:59:59 day',
    '2026-05-01 10:00:00+00': '2026-05-01T10:00:00',
    '2026-10-04 10:00:00 AEDT': '2026-10-03T23:00:00',
  };
  for (const [text, right] of Object.entries(cases)) assert.equal(at(text), right, text);
  assert.equal(at('31/02/2026'), 'is a day that does not exist, or before the year 2000');
});

test('names of zones as Rails, Windows and the zone database write them', () => {
  const cases: Record<string, string | undefined> = {
    'Eastern Time (US & Canada)': 'America/New_York',
    '(GMT-05:00) Eastern Time (U.S. & Canada)': 'America/New_York',
    '(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna': 'Europe/Amsterdam',
    '(GMT+08:00) Kuala Lumpur, Singapore': 'Asia/Kuala_Lumpur',
    'Europe/Madrid': 'Europe/Madrid',
    UTC: 'UTC',
    PDT: undefined,
    'Middle Earth': undefined,
  };
  for (const [text, right] of Object.entries(cases)) assert.equal(zoneOfName(text), right, text);
});

test('letters of a zone that mean another one in the account’s country are its own', async () => {
  const file = (letters: string): string =>
    `Date,Time,TimeZone,Type,Status,Currency,Gross,Transaction ID\n25/06/2026,10:00:00,${letters},Website Payment,Completed,EUR,1.00,T1\n`;
  const hour = async (letters: string, zone: string) =>
    ((await readingOf(file(letters), { ...BERLIN, zone }))['sales'] as { at: string }[])[0]?.at;
  assert.equal(await hour('IST', 'Europe/Dublin'), '2026-06-25T09:00:00Z');
  assert.equal(await hour('IST', 'Asia/Kolkata'), '2026-06-25T04:30:00Z');
  assert.equal(await hour('CST', 'Asia/Shanghai'), '2026-06-25T02:00:00Z');
});

test('amounts with signs of many currencies and in many notations', () => {
  const cases: [text: string, decimal: '.' | ',', amount: string, currency: string | undefined][] = [
    ['CA$76.00', '.', '76', 'CAD'],
    ['-£1.44', '.', '1.44', 'GBP'],
    ['($1.00)', '.', '1', undefined],
    ['৳2,999', '.', '2999', 'BDT'],
    ['zł1,899.00', '.', '1899', 'PLN'],
    ['1 234,56 kr', ',', '1234.56', undefined],
    ['1’234.56', '.', '1234.56', undefined],
    ['1,23,456.78', '.', '123456.78', undefined],
    ['\u22121 000,50', ',', '1000.5', undefined],
  ];
  for (const [text, decimal, amount, currency] of cases) {
    const read = readStatementAmount(text, decimal);
    assert.deepEqual([read.amount, read.amount === undefined ? undefined : read.currency], [amount, currency], text);
  }
});

test('a count that is grouped by another sign than the money does not cost its row', async () => {
  const read = await readingOf(
    'Campaign report\nDay;Campaign;Currency code;Cost;Impr.;Clicks\n2026-10-01;Spring;CAD;10,50;"1,611";9\n2026-10-02;Spring;CAD;2,25;900;1.5\n',
  );
  assert.deepEqual(read['total'], { CAD: '12.75' });
  assert.equal(read['left_out'], undefined);
});
