// Files of events are read the same from Avro, however they are packed; one that is cut off keeps its whole blocks and says so.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import avro from 'avsc';
import { z } from 'zod';
import { avroRows } from '../../../src/collect/imports/open/avro.ts';
import { judged, readingOf } from './reading.ts';

const SAMPLE = join(import.meta.dirname, 'samples/ga4/ga4.bigquery');
const { context, right } = z
  .object({ context: z.object({ zone: z.string(), currency: z.string() }), right: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(readFileSync(`${SAMPLE}.right.json`, 'utf8')));

const orNull = (type: unknown) => ({ type: ['null', type], default: null });
const recordOf = (name: string, fields: Record<string, unknown>) => ({
  type: 'record',
  name,
  fields: Object.entries(fields).map(([field, type]) => ({ name: field, ...orNull(type) })),
});
const long = avro.types.LongType.__with({
  fromBuffer: (bytes: Buffer) => bytes.readBigInt64LE(),
  toBuffer: (value: bigint) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(value);
    return bytes;
  },
  fromJSON: BigInt,
  toJSON: String,
  isValid: (value: unknown) => typeof value === 'bigint',
  compare: (a: bigint, b: bigint) => Number(a - b),
});
const SCHEMA = recordOf('Root', {
  event_date: 'string',
  event_timestamp: 'long',
  event_name: 'string',
  event_params: {
    type: 'array',
    items: recordOf('event_params', {
      key: 'string',
      value: recordOf('value', { string_value: 'string', int_value: 'long', double_value: 'double' }),
    }),
  },
  user_pseudo_id: 'string',
  user_id: 'string',
  collected_traffic_source: recordOf('collected', {
    manual_source: 'string',
    manual_medium: 'string',
    manual_campaign_name: 'string',
  }),
  privacy_info: recordOf('privacy', { analytics_storage: 'string', ads_storage: 'string' }),
  ecommerce: recordOf('ecommerce', { transaction_id: 'string', purchase_revenue: 'double', refund_value: 'double' }),
});
// biome-ignore lint/suspicious/noExplicitAny: the schema above is not one of the types that the package names
const type = avro.Type.forSchema(SCHEMA as any, { registry: { long }, wrapUnions: false });

/** As the type has it: each member there, whole numbers exact. */
const rowOf = (_key: string, value: unknown): unknown => value;
const textOf = (value: unknown): string | null => (value === undefined || value === null ? null : String(value));

// biome-ignore lint/suspicious/noExplicitAny: lines of the sample
function avroRow(row: any): object {
  const members = (names: string[], from: Record<string, unknown> | undefined) =>
    from ? Object.fromEntries(names.map((name) => [name, from[name] ?? null])) : null;
  const number = (value: unknown) => (value === undefined || value === null ? null : Number(value));
  return {
    event_date: textOf(row.event_date),
    event_timestamp: BigInt(row.event_timestamp),
    event_name: row.event_name,
    event_params: row.event_params.map(({ key, value }: { key: string; value: Record<string, unknown> }) => ({
      key,
      value: {
        string_value: textOf(value['string_value']),
        int_value: value['int_value'] === undefined ? null : BigInt(String(value['int_value'])),
        double_value: number(value['double_value']),
      },
    })),
    user_pseudo_id: textOf(row.user_pseudo_id),
    user_id: textOf(row.user_id),
    collected_traffic_source: members(['manual_source', 'manual_medium', 'manual_campaign_name'], row.collected_traffic_source),
    privacy_info: members(['analytics_storage', 'ads_storage'], row.privacy_info),
    ecommerce: row.ecommerce
      ? {
          transaction_id: textOf(row.ecommerce.transaction_id),
          purchase_revenue: number(row.ecommerce.purchase_revenue),
          refund_value: number(row.ecommerce.refund_value),
        }
      : null,
  };
}

const ROWS = readFileSync(`${SAMPLE}.ndjson`, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => avroRow(JSON.parse(line, rowOf)));

const varint = (value: number): Buffer => {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) | 128);
  }
};
const sized = (bytes: Buffer | string): Buffer =>
  Buffer.concat([varint(2 * Buffer.byteLength(bytes)), Buffer.from(bytes as Buffer)]);

/** Snappy of literals alone, with its checksum. */
function snapped(bytes: Buffer): Buffer {
  const parts = [varint(bytes.length)];
  for (let at = 0; at < bytes.length; at += 60) {
    const literal = bytes.subarray(at, at + 60);
    parts.push(Buffer.from([(literal.length - 1) << 2]), literal);
  }
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return Buffer.concat([...parts, sum]);
}

const PACKED = { null: (bytes: Buffer) => bytes, deflate: (bytes: Buffer) => deflateRawSync(bytes), snappy: snapped };
const SYNC = Buffer.alloc(16, 7);

function avroFile(codec: keyof typeof PACKED, rows: readonly object[], rowsOfBlock = 2): Buffer {
  const metadata = { 'avro.codec': codec, 'avro.schema': JSON.stringify(SCHEMA) };
  const entries = Object.entries(metadata).flatMap(([key, value]) => [sized(key), sized(value)]);
  const parts = [Buffer.from('Obj\x01'), varint(4), ...entries, varint(0), SYNC];
  for (let at = 0; at < rows.length; at += rowsOfBlock) {
    const block = rows.slice(at, at + rowsOfBlock);
    const bytes = PACKED[codec](Buffer.concat(block.map((row) => type.toBuffer(row))));
    parts.push(varint(2 * block.length), sized(bytes), SYNC);
  }
  return Buffer.concat(parts);
}

const read = async (content: Buffer) => judged(await readingOf(content, context, 'events.avro'));

for (const codec of ['null', 'deflate', 'snappy'] as const)
  test(`the sample of GA4 is read the same from Avro, packed as ${codec}`, async () => {
    assert.deepEqual(await read(avroFile(codec, ROWS)), right);
  });

test('an Avro file that breaks off has its whole blocks read', async () => {
  const whole = avroFile('deflate', ROWS);
  const { events = [], left_out = [] } = z
    .looseObject({
      events: z.array(z.looseObject({ line: z.number() })),
      left_out: z.array(z.looseObject({ line: z.number(), reason: z.string() })),
    })
    .parse(await read(whole.subarray(0, whole.length - 30)));
  assert.ok(events.length > 0 && events.every(({ line }) => line <= 6));
  assert.deepEqual(left_out.at(-1), { line: 7, reason: 'unreadable' });
});

test('an Avro file that is damaged, or unknown, is refused in words', async () => {
  const whole = avroFile('null', ROWS);
  const damaged = Buffer.from(whole);
  damaged.fill(9, damaged.length - 16);
  await assert.rejects(read(damaged), /The Avro file cannot be read: the block after row 6 is damaged/);
  await assert.rejects(read(whole.subarray(0, 100)), /breaks off in its header/);
  const other = Buffer.from(whole.toString('latin1').replace('null', 'zstd'), 'latin1');
  await assert.rejects(read(other), /compressed with "zstd"/);
});

test('amounts, days and moments of a data warehouse are read exactly', async () => {
  const fields = {
    amount: { type: 'bytes', logicalType: 'decimal', precision: 38, scale: 9 },
    small: { type: 'fixed', name: 'Small', size: 4, logicalType: 'decimal', precision: 9, scale: 2 },
    whole: { type: 'bytes', logicalType: 'decimal', precision: 5 },
    day: { type: 'int', logicalType: 'date' },
    at: { type: 'long', logicalType: 'timestamp-micros' },
    wall: { type: 'long', logicalType: 'local-timestamp-millis' },
    id: { type: 'long', note: 'of an ad' },
    text: { type: 'string', logicalType: 'datetime' },
  };
  const schema = { type: 'record', name: 'Payment', fields: Object.entries(fields).map(([name, type]) => ({ name, type })) };
  const zigzag = (value: bigint): Buffer => {
    const bytes: number[] = [];
    for (let rest = BigInt.asUintN(64, (value << 1n) ^ (value >> 63n)); ; rest >>= 7n) {
      if (rest < 128n) return Buffer.from([...bytes, Number(rest)]);
      bytes.push(Number(rest & 127n) | 128);
    }
  };
  const row = (unscaled: string, small: string, moment: bigint, day: bigint, id: bigint): Buffer =>
    Buffer.concat([
      sized(Buffer.from(unscaled, 'hex')),
      Buffer.from(small, 'hex'),
      sized(Buffer.from([5])),
      zigzag(day),
      zigzag(moment),
      zigzag(moment / 1000n),
      zigzag(id),
      sized('2026-03-01T23:30:00'),
    ]);
  // 49.90 and -12.96 with nine decimals, 49.90 and -12.96 with two.
  const rows = [
    row('0b9e459300', '0000137e', 1_772_407_800_123_456n, 20_513n, 120_208_812_345_670_123n),
    row('fcfb861800', 'fffffaf0', -1n, -1n, 9_007_199_254_740_993n),
  ];
  const metadata = Object.entries({ 'avro.codec': 'null', 'avro.schema': JSON.stringify(schema) });
  const entries = metadata.flatMap(([key, value]) => [sized(key), sized(value)]);
  const block = sized(Buffer.concat(rows));
  const file = Buffer.concat([
    Buffer.from('Obj\x01'),
    varint(4),
    ...entries,
    varint(0),
    SYNC,
    varint(2 * rows.length),
    block,
    SYNC,
  ]);
  const records: unknown[] = [];
  for await (const batch of avroRows({ name: 'payments.avro', bytes: () => Readable.from([file]) }))
    for (const { record } of batch) records.push({ ...record });
  const first = { amount: '49.900000000', small: '49.90', whole: '5', day: '2026-03-01', text: '2026-03-01T23:30:00' };
  const second = { amount: '-12.960000000', small: '-12.96', whole: '5', day: '1969-12-31', text: '2026-03-01T23:30:00' };
  assert.deepEqual(records, [
    { ...first, at: '2026-03-01T23:30:00.123456Z', wall: '2026-03-01T23:30:00.123', id: '120208812345670123' },
    { ...second, at: '1969-12-31T23:59:59.999999Z', wall: '1970-01-01T00:00:00.000', id: '9007199254740993' },
  ]);
});
