// Every layout has a sample with its right reading beside it, and reads the same when the file is saved in another way.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { readLayouts } from '../../../src/collect/imports/index.ts';
import { sheetXml, workbook } from '../payments/workbook.ts';
import { judged, readingOf } from './reading.ts';

const FOLDER = join(import.meta.dirname, 'samples');
const rightShape = z.object({
  context: z.object({ zone: z.string(), currency: z.string() }),
  right: z.record(z.string(), z.unknown()),
});

interface Sample {
  layout: string;
  file: string;
  content: Buffer;
  context: { zone: string; currency: string };
  right: Record<string, unknown>;
}

/** In folders by tool. */
const files = readdirSync(FOLDER, { encoding: 'utf8', recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name));

const samples: Sample[] = files
  .filter((file) => !file.endsWith('.right.json'))
  .map((path) => {
    const file = basename(path);
    const layout = file.replace(/(?:\.[a-z]{2})?\.[a-z0-9]+$/, '');
    const right = rightShape.parse(JSON.parse(readFileSync(path.replace(/\.[a-z0-9]+$/, '.right.json'), 'utf8')));
    return { layout, file, content: readFileSync(path), ...right };
  });

test('every layout has a sample, and each sample is read right', async (t) => {
  const names = new Set(samples.map(({ layout }) => layout));
  assert.deepEqual(
    readLayouts()
      .map(({ layout }) => layout)
      .filter((layout) => !names.has(layout)),
    [],
  );
  for (const { layout, file, content, context, right } of samples)
    await t.test(file, async () => {
      const read = judged(await readingOf(content, context, file));
      assert.deepEqual(read, right);
      assert.equal(read['layout'], layout);
    });
});

test('a layout without a place where its header was seen is none', () => {
  for (const { layout, seen } of readLayouts()) assert.ok(seen, layout);
});

const DELIMITED = samples.filter(({ file }) => /\.(?:csv|txt|tsv)$/.test(file));

/** Other ways of saving the same file. */
const SAVED: Record<string, (text: string) => Buffer> = {
  'with CR LF': (text) => Buffer.from(text.replaceAll('\n', '\r\n')),
  'with a byte order mark': (text) => Buffer.from(`\ufeff${text}`),
  'as UTF-16': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
};

for (const [way, save] of Object.entries(SAVED))
  test(`samples are read the same ${way}`, async () => {
    for (const { file, content, context, right } of DELIMITED)
      assert.deepEqual(
        judged(await readingOf(save(content.toString('utf8').replace(/^\ufeff/, '')), context, file)),
        right,
        file,
      );
  });

test('samples of lines of JSON are read the same as an array', async () => {
  for (const { file, content, context, right } of samples.filter((sample) => sample.file.endsWith('.ndjson'))) {
    const text = `[${content.toString('utf8').trim().split('\n').join(',\n')}]`;
    assert.deepEqual(judged(await readingOf(text, context, 'file.json')), right, file);
  }
});

const delimiterOf = (text: string): string =>
  [',', ';', '\t'].map((sign) => ({ sign, count: text.split(sign).length })).sort((a, b) => b.count - a.count)[0]?.sign ?? ',';

test('samples are read the same from a spreadsheet whose cells are texts', async () => {
  for (const { file, content, context, right } of DELIMITED.filter((sample) => !sample.file.endsWith('.tsv'))) {
    const text = content.toString('utf8');
    const rows = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: false,
    }) as string[][];
    assert.deepEqual(judged(await readingOf(workbook(sheetXml(rows)), context, 'file.xlsx')), right, file);
  }
});

test('every right reading belongs to a sample', () => {
  const names = new Set(samples.map(({ file }) => file.replace(/\.[a-z0-9]+$/, '')));
  const without = files
    .filter((file) => file.endsWith('.right.json'))
    .map((file) => basename(file, '.right.json'))
    .filter((name) => !names.has(name));
  assert.deepEqual(without, []);
});

test('a report whose rows are of weeks is refused, and one that says nothing of them is read', async () => {
  const report = (aggregation: string): string =>
    `Report Aggregation: ${aggregation}\n\nTimePeriod,CampaignName,CurrencyCode,Spend\n3/4/2026,Brand,EUR,1.50\n`;
  const weekly = await readingOf(report('Weekly'));
  assert.equal(weekly['refuse'], 'no_day');
  assert.match(String(weekly['say']), /unit of time Day/);
  for (const aggregation of ['Daily', ''])
    assert.deepEqual((await readingOf(report(aggregation)))['total'], { EUR: '1.5' }, aggregation);
});
