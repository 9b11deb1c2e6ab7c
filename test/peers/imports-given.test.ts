// Files of 48 layouts with the right reading of each, beside the repository: every row's kind, reference, amount, currency and time, the reasons of rows
// that are left out, what is refused and asked, and sums.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { projectRoot } from '../../src/base/kit/paths.ts';
import { parquetReader, readReadings, sumTogether } from '../../src/collect/imports/index.ts';
import { fixture } from '../base/warehouse/fixture.ts';

const GIVEN = resolve(projectRoot, process.env['IMPORT_CASES'] ?? '../shared/cases/imports/given');

const row = z.record(z.string(), z.unknown());
const cases = z
  .object({
    files: z.array(
      z.object({
        file: z.string(),
        told: z.record(z.string(), z.string()).nullish(),
        expect: row,
      }),
    ),
    pairs: z.array(z.object({ files: z.array(z.string()), total_together: z.record(z.string(), z.string()) })),
  })
  .parse(JSON.parse(readFileSync(join(GIVEN, 'expected.json'), 'utf8')));

const MONEY = ['reference', 'amount', 'currency', 'at', 'day'];
const BACK = ['of', 'amount', 'currency', 'at', 'day'];
/** What is compared of each kind of reading. */
const FIELDS: Record<string, readonly string[]> = {
  sales: MONEY,
  refunds: BACK,
  reversals: BACK,
  won_back: BACK,
  receipts: ['amount', 'currency', 'day'],
  deals: ['reference', 'state', 'amount', 'currency', 'day'],
  left_out: ['line', 'reason'],
  spend: ['day', 'spend', 'currency', 'account', 'campaign_id', 'campaign', 'adset', 'ad', 'impressions', 'clicks'],
  events: ['name', 'at', 'visitor', 'session', 'source', 'medium', 'campaign', 'gclid'],
  outcomes: ['kind', 'transaction_id', 'amount', 'currency', 'at', 'visitor'],
  identifies: ['visitor', 'user'],
  aliases: ['from', 'to'],
  aggregates: ['day', 'visitors', 'source', 'event'],
};

const plainAmount = (text: unknown): string =>
  String(text)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
const plainTime = (text: unknown): unknown => {
  const [, whole, fraction = '', zone] = /^(.*?)(\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(String(text)) ?? [];
  return whole === undefined
    ? text
    : `${new Date(`${whole}${zone}`).toISOString().slice(0, 19)}${fraction.replace(/\.?0+$/, '')}`;
};

function comparable(field: string, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null;
  if (field === 'amount' || field === 'spend') return plainAmount(value);
  return field === 'at' ? plainTime(value) : value;
}

const rowsOf = (list: unknown, fields: readonly string[]): string[] =>
  z
    .array(row)
    .parse(list ?? [])
    .map((each) => JSON.stringify(fields.map((field) => comparable(field, each[field]))))
    .sort();

const totalOf = (total: unknown): string[] =>
  Object.entries((total ?? {}) as Record<string, string>)
    .map(([currency, amount]) => `${currency} ${plainAmount(amount)}`)
    .filter((text) => !text.endsWith(' 0'))
    .sort();

const readIn = (
  folder: string,
  file: string,
  said: Record<string, string> | null | undefined,
  parquetRows?: ReturnType<typeof parquetReader>,
) => {
  const context = {
    zone: said?.['profile_zone'] ?? 'UTC',
    currency: said?.['profile_currency'] ?? 'USD',
    ...(said?.['platform'] === undefined ? {} : { platform: said['platform'] }),
  };
  return readReadings(join(folder, file), file, context, parquetRows);
};

const read = (file: string, said: Record<string, string> | null | undefined, parquetRows?: ReturnType<typeof parquetReader>) =>
  readIn(GIVEN, file, said, parquetRows);

test('every file is read right', async (t) => {
  const { warehouse, profileId } = await fixture(t);
  for (const { file, told, expect } of cases.files)
    await t.test(file, async () => {
      const [found] = await read(file, told, parquetReader(warehouse, profileId));
      const actual = found?.expect ?? {};
      for (const [kind, fields] of Object.entries(FIELDS))
        assert.deepEqual(rowsOf(actual[kind], fields), rowsOf(expect[kind], fields), kind);
      assert.deepEqual([actual['refuse'], actual['ask']], [expect['refuse'], expect['ask']]);
      if (expect['total'] !== undefined) assert.deepEqual(totalOf(actual['total']), totalOf(expect['total']));
    });
});

test('every file is read the same with CR LF and with or without a byte order mark', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-given-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const { file, told } of cases.files) {
    const text = readFileSync(join(GIVEN, file), 'utf8');
    if (!/\.(?:csv|txt|ofx)$/.test(file) || text.includes('\ufffd')) continue;
    const right = (await read(file, told))[0]?.expect;
    const plain = text.replace(/^\ufeff/, '');
    for (const saved of [plain, `\ufeff${plain}`, plain.replaceAll('\n', '\r\n')]) {
      writeFileSync(join(folder, 'saved'), saved);
      assert.deepEqual((await readIn(folder, 'saved', told))[0]?.expect, right, file);
    }
  }
});

test('two files of one shop come to the same in either order', async () => {
  const told = new Map(cases.files.map((each) => [each.file, each.told]));
  for (const { files, total_together } of cases.pairs) {
    const readings = await Promise.all(files.map(async (file) => (await read(file, told.get(file)))[0]?.readings ?? []));
    assert.deepEqual(totalOf(sumTogether(readings)), totalOf(total_together));
    assert.deepEqual(totalOf(sumTogether([...readings].reverse())), totalOf(total_together));
  }
});

/** What files of earlier testing come to, of which each was once read wrong; a list is what is asked. */
const FILES: Record<string, Record<string, string> | string[]> = {
  'amazon.csv': {},
  'gumroad.csv': { USD: '11.9' },
  'klarna.csv': ['amount_unit'],
  'mp_es.csv': { CLP: '30000' },
  'paypal_fr.csv': { EUR: '1000' },
  'paypal_fr2.csv': { USD: '60' },
  'paypal_it.csv': { EUR: '1000' },
  'paypal_nl.csv': { EUR: '1000' },
  'shopify.csv': ['amount'],
  'shopify_partial.csv': { EUR: '160' },
  'sparkasse.csv': { EUR: '1049.9' },
  'square.csv': { USD: '1088.75' },
  'stripe_dispute.csv': { EUR: '39' },
  'stripe_unified.csv': { EUR: '124', USD: '1250', JPY: '5000' },
  'woo.csv': { EUR: '315' },
  'woo_analytics.csv': { EUR: '330' },
  'woo_aoe.csv': { USD: '315' },
  'woo_csvexport.csv': { EUR: '315' },
};

test('files that were once read wrong come to what is right', async (t) => {
  for (const [file, right] of Object.entries(FILES))
    await t.test(file, async () => {
      const currency = file.startsWith('mp_') ? 'CLP' : /square|aoe/.test(file) ? 'USD' : 'EUR';
      const [found] = await readReadings(join(GIVEN, '..', 'files', file), file, { zone: 'Europe/Berlin', currency });
      if (Array.isArray(right)) assert.deepEqual(found?.expect['ask'], right);
      else assert.deepEqual([totalOf(found?.expect['total']), found?.expect['ask']], [totalOf(right), undefined]);
    });
});
