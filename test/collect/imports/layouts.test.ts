// Every layout has a sample with its right reading beside it, and reads the same when the file is saved in another way.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

const samples: Sample[] = readdirSync(FOLDER)
  .filter((file) => !file.endsWith('.right.json'))
  .map((file) => {
    const layout = file.replace(/(?:\.[a-z]{2})?\.[a-z0-9]+$/, '');
    const name = file.replace(/\.[a-z0-9]+$/, '');
    const right = rightShape.parse(JSON.parse(readFileSync(join(FOLDER, `${name}.right.json`), 'utf8')));
    return { layout, file, content: readFileSync(join(FOLDER, file)), ...right };
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

const delimiterOf = (text: string): string =>
  [',', ';', '\t'].map((sign) => ({ sign, count: text.split(sign).length })).sort((a, b) => b.count - a.count)[0]?.sign ?? ',';

test('samples are read the same from a spreadsheet whose cells are texts', async () => {
  for (const { file, content, context, right } of DELIMITED) {
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
  const without = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.right.json'))
    .map((file) => file.replace('.right.json', ''))
    .filter(
      (name) =>
        !['csv', 'txt', 'tsv', 'json', 'ndjson', 'ofx', 'xml', 'sta'].some((end) => existsSync(join(FOLDER, `${name}.${end}`))),
    );
  assert.deepEqual(without, []);
});
