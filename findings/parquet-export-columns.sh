#!/usr/bin/env bash
# Two readers of a Parquet export make a cost negative and an amount a hundred or a thousand million times too large, where a third is right.
#
# Packages: @dsnp/parquetjs 1.8.8, apache-arrow 21.2.0 behind parquet-wasm 0.8.0, and hyparquet 1.33.0 of npm; hyparquet-writer 0.17.0 writes the file.
# Behaviour: an unsigned number of 32 or 64 bits is an INT32 or INT64 with an annotation, and a DECIMAL is a whole number with a scale, of four to sixteen
# bytes (LogicalTypes.md of apache/parquet-format). parquetjs reads the annotation of a decimal of 18 digits and of no other column: a cost of 4,000.00
# in millionths is -294.967296, a click's or person's key of 64 bits is negative in one half of all cases, and a decimal of 38 digits, as BigQuery
# exports each NUMERIC, is its sixteen bytes. apache-arrow gives an amount as an object that prints, adds and compares as the unscaled number: 49.90
# is 4990, and as NUMERIC 49900000000; the scale is in the type of the column alone. It has the unsigned numbers right.
# Consequence: a test on small costs, or on whole numbers, passes. Spend above 2,147.48 in millionths turns negative in one tool, and revenue that goes
# through Arrow (DuckDB-Wasm, ClickHouse, BigQuery's read API) is compared with it a hundredfold.
# Output seen on 2026-11-30 with Node 20.20: the six lines of expected.txt below, as `cost_micros | 4000000000 | -294967296 | 4000000000 | 4000000000`.
# usage: bash findings/parquet-export-columns.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --loglevel error @dsnp/parquetjs@1.8.8 apache-arrow@21.2.0 parquet-wasm@0.8.0 \
  hyparquet@1.33.0 hyparquet-writer@0.17.0 >/dev/null

cat >read.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import parquetjs from '@dsnp/parquetjs';
import { tableFromIPC } from 'apache-arrow';
import { parquetReadObjects } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { readParquet } from 'parquet-wasm';

/** Columns as data warehouses export them: name, value as it is meant, and how Parquet holds it. */
const COLUMNS = [
  ['cost_micros', 4000000000, { type: 'INT32', converted_type: 'UINT_32' }],
  ['small_cost_micros', 2000000000, { type: 'INT32', converted_type: 'UINT_32' }],
  ['visitor_key', 17712345678901234567n, { type: 'INT64', converted_type: 'UINT_64' }],
  ['amount', 49.9, { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 2 }],
  ['bigquery_amount', 49.9, { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, converted_type: 'DECIMAL', precision: 38, scale: 9 }],
  ['bigquery_refund', -49.9, { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, converted_type: 'DECIMAL', precision: 38, scale: 9 }],
];

const file = parquetWriteBuffer({
  columnData: COLUMNS.map(([name, value]) => ({ name, data: [value] })),
  schema: [
    { name: 'root', num_children: COLUMNS.length },
    ...COLUMNS.map(([name, , type]) => ({ name, repetition_type: 'REQUIRED', ...type })),
  ],
});
writeFileSync('export.parquet', new Uint8Array(file));

const reader = await parquetjs.ParquetReader.openFile('export.parquet');
const byParquetjs = await reader.getCursor().next();
await reader.close();
const byArrow = tableFromIPC(readParquet(new Uint8Array(file)).intoIPCStream()).get(0);
const [byHyparquet] = await parquetReadObjects({ file });

const print = (value) => (Buffer.isBuffer(value) ? `${value.length} bytes` : String(value));
for (const [name, value] of COLUMNS)
  console.log([name, value, ...[byParquetjs, byArrow, byHyparquet].map((row) => print(row[name]))].join(' | '));
JS

cat >expected.txt <<'TEXT'
cost_micros | 4000000000 | -294967296 | 4000000000 | 4000000000
small_cost_micros | 2000000000 | 2000000000 | 2000000000 | 2000000000
visitor_key | 17712345678901234567 | -734398394808317049 | 17712345678901234567 | 17712345678901234567
amount | 49.9 | 49.9 | 4990 | 49.9
bigquery_amount | 49.9 | 16 bytes | 49900000000 | 49.9
bigquery_refund | -49.9 | 16 bytes | -49900000000 | -49.9
TEXT

node read.mjs >actual.txt
echo 'column | meant | parquetjs | apache-arrow | hyparquet'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
