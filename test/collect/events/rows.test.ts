// Reading files of rows: lines told right, bad rows skipped alone, whatever the pieces the bytes come in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { csvRows, type FileRow, UnusableFile } from '../../../src/base/rows/csv-rows.ts';
import { csvRowsBeside } from '../../../src/base/rows/csv-thread.ts';
import { ndjsonRows } from '../../../src/base/rows/ndjson-rows.ts';

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
type Reader = (chunks: AsyncIterable<Buffer>) => AsyncGenerator<FileRow[]>;
async function read(reader: Reader, text: string | Buffer, size = 262_144): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const batch of reader(pieces(Buffer.from(text as string), size))) for (const row of batch) rows.push(row);
  return rows;
}
const messages = (rows: FileRow[]): string[] =>
  rows.map((row) => `${row.line}: ${row.problem ?? Object.values(row.record).join('|')}`);

test('csvRows', async (t) => {
  await t.test('names columns by the header and rows by the line they begin on', async () => {
    const rows = await read(csvRows, '\ufeff A , b\r\n1,2\r\n\r\n"x\r\ny\r\nz",3\r\n4,5');
    assert.deepEqual(rows, [
      { line: 2, record: { a: '1', b: '2' } },
      { line: 4, record: { a: 'x\r\ny\r\nz', b: '3' } },
      { line: 7, record: { a: '4', b: '5' } },
    ]);
  });
  await t.test('reads semicolons and tabs', async () => {
    assert.deepEqual(messages(await read(csvRows, 'a;b\n1,5;2\n')), ['2: 1,5|2']);
    assert.deepEqual(messages(await read(csvRows, 'a\tb\n1\t2\n')), ['2: 1|2']);
  });
  await t.test('a row with a field too few or too many is bad; empty ones at the end are nothing', async () => {
    assert.deepEqual(messages(await read(csvRows, 'a,b\n1\n1,2,3\n1,2,,\n')), [
      '2: has 1 fields, the header has 2',
      '3: has 3 fields, the header has 2',
      '4: 1|2',
    ]);
  });
  for (const size of [1, 3, 7, 262_144]) {
    await t.test(`quotes in the wrong place cost their own line only (pieces of ${size})`, async () => {
      const text = 'a,b\n1,"2\n3,4\n5,6"x"\n7,8\n"9",10\n"11" ,12\n13,14\n"15,16\n17,18\n';
      assert.deepEqual(messages(await read(csvRows, text, size)), [
        '2: there is a quote in the middle of a quoted field',
        '3: 3|4',
        '4: there is a quote in the middle of a field',
        '5: 7|8',
        '6: 9|10',
        '7: there is a quote in the middle of a quoted field',
        '8: 13|14',
        '9: a quote is opened and never closed',
        '10: 17|18',
      ]);
    });
  }
  await t.test('a quote never closed does not swallow a long file', async () => {
    const rows = await read(csvRows, `a,b\n"1,2\n${'3,4\n'.repeat(200_000)}`);
    assert.equal(rows.length, 200_001);
    assert.match(rows[0]?.problem ?? '', /longer than 262144 bytes, or a quote is never closed/);
    assert.deepEqual(rows.at(-1), { line: 200_002, record: { a: '3', b: '4' } });
  });
  await t.test('any table comes back, with its lines, in any pieces', async () => {
    const field = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '"', ',', '\n', '\r\n', ' ', ';'), maxLength: 6 });
    const table = fc.array(fc.tuple(field, field, field), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        async (rows, newline, size, bom) => {
          let line = 2;
          let text = `${bom ? '\ufeff' : ''}c0,c1,c2${newline}`;
          const expected: FileRow[] = [];
          for (const row of rows) {
            const written = row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',') + newline;
            expected.push({ line, record: { c0: row[0], c1: row[1], c2: row[2] } });
            line += written.split('\n').length - 1;
            text += written;
          }
          assert.deepEqual(await read(csvRows, text, size), expected);
        },
      ),
      { numRuns: 200 },
    );
  });
});

test('csvRowsBeside', async (t) => {
  const texts = [
    '\ufeff A , b\r\n1,2\r\n\r\n"x\r\ny\r\nz",3\r\n4,5',
    'a,b\n1\n1,2,3\n1,2,,\n',
    'a,b\n1,"2\n3,4\n5,6"x"\n7,8\n"15,16\n17,18\n',
    'a,,\n1,2,3\n\n4,5,6',
    '',
  ];
  for (const size of [3, 262_144])
    await t.test(`gives the rows that csvRows gives (pieces of ${size})`, async () => {
      for (const text of texts) assert.deepEqual(await read(csvRowsBeside, text, size), await read(csvRows, text, size));
    });
  await t.test('gives the rows before a file breaks off, and then its fault', async () => {
    async function* breakingOff(): AsyncGenerator<Buffer> {
      yield Buffer.from('a\n1\n2\n');
      yield Buffer.from('3\n4\n5\n');
      throw new UnusableFile('cut off');
    }
    const rowsBefore = async (reader: Reader): Promise<string[]> => {
      const rows: FileRow[] = [];
      const reading = async (): Promise<void> => {
        for await (const batch of reader(breakingOff())) rows.push(...batch);
      };
      await assert.rejects(reading(), /cut off/);
      return messages(rows);
    };
    const rows = await rowsBefore(csvRowsBeside);
    assert.deepEqual(rows.slice(0, 3), ['2: 1', '3: 2', '4: 3']);
    assert.deepEqual(rows, await rowsBefore(csvRows));
  });
  await t.test('refuses a header by its own fault, and by its reader', async () => {
    await assert.rejects(read(csvRowsBeside, Buffer.from('\xff,b\n1,2\n', 'latin1')), UnusableFile);
    const refusing = (chunks: AsyncIterable<Buffer>) =>
      csvRowsBeside(chunks, () => {
        throw new UnusableFile('not this');
      });
    await assert.rejects(read(refusing, 'a\n1\n2\n'), /not this/);
  });
});

test('ndjsonRows', async (t) => {
  for (const size of [1, 5, 262_144]) {
    await t.test(`reads objects by line, and tells what is none (pieces of ${size})`, async () => {
      const text = '\ufeff{"a":1}\n\n  \n{"a":\n[1]\nnull\n"x"\r\n{"a":"é"}\r\n{"a":2}';
      assert.deepEqual(messages(await read(ndjsonRows, text, size)), [
        '1: 1',
        '4: is no JSON',
        '5: is no JSON object',
        '6: is no JSON object',
        '7: is no JSON object',
        '8: é',
        '9: 2',
      ]);
    });
  }
  await t.test('numbers too long for a double keep their digits', async () => {
    const [row] = await read(ndjsonRows, '{"id":9007199254740993,"amount":123456789012.123456,"n":12.5,"s":"9007199254740993"}');
    assert.deepEqual(row?.record, { id: '9007199254740993', amount: '123456789012.123456', n: 12.5, s: '9007199254740993' });
  });
  await t.test('a line without end is one bad row', async () => {
    const rows = await read(ndjsonRows, `{"a":1}\n{"a":"${'x'.repeat(3_000_000)}"}\n{"a":2}\n`);
    assert.deepEqual(messages(rows), ['1: 1', '2: longer than 1048576 bytes', '3: 2']);
  });
});
