// The feed of events as a stream of Arrow's: against DuckDB's own export of the same rows, read back, and what memory it takes.
import { setInterval } from 'node:timers';
import { RecordBatchReader } from 'apache-arrow';
import type { Base } from '../../src/base/base.ts';
import type { Statement } from '../../src/base/warehouse/port.ts';
import { withServiceHere } from '../bench.ts';
import { residentMb } from '../children.ts';
import type { Figure } from '../figure.ts';
import { median, timed } from '../numbers.ts';

const ROUNDS = 5;
const LOOK_MS = 50;

interface Sums {
  rows: number;
  micros: bigint;
  letters: bigint;
}

/** What `work` asks of the warehouse as a stream. */
async function streamed(base: Base, work: () => Promise<unknown>): Promise<Statement[]> {
  const { stream } = base.warehouse;
  let found: Statement[] = [];
  base.warehouse.stream = (target, statements, options) => {
    found = statements;
    return stream.call(base.warehouse, target, statements, options);
  };
  try {
    await work();
    return found;
  } finally {
    base.warehouse.stream = stream;
  }
}

/** The same rows into a file of Parquet, by DuckDB alone. */
function exportOf(base: Base, profileId: string, [page, list]: Statement[]): Statement[] {
  const file = `${base.warehouse.landingFolder(profileId)}/feed.parquet`;
  const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));
  const sql = (list as Statement).sql.replace(/\$(\w+)/g, (_, name: string) => literal((list as Statement).params?.[name]));
  return [page as Statement, { sql: `copy (\n${sql}\n) to '${file}' (format parquet, compression zstd)` }];
}

async function readBack(body: AsyncIterable<Uint8Array>): Promise<Sums> {
  const sums: Sums = { rows: 0, micros: 0n, letters: 0n };
  for await (const batch of await RecordBatchReader.from(body)) {
    sums.rows += batch.numRows;
    const amounts = batch.getChild('value_amount')?.data[0];
    const paths = batch.getChild('path')?.data[0];
    if (!amounts || !paths) throw new Error('a column is missing');
    const words = new BigInt64Array(amounts.values.buffer, amounts.values.byteOffset, 2 * batch.numRows);
    for (let row = 0; row < batch.numRows; row += 1) if (amounts.getValid(row)) sums.micros += words[2 * row] as bigint;
    sums.letters += BigInt((paths.valueOffsets[batch.numRows] as number) - (paths.valueOffsets[0] as number));
  }
  return sums;
}

const SUMS = `select count(*) as n, (coalesce(sum(value_amount), 0) * 1000000)::hugeint as micros, coalesce(sum(strlen(path)), 0)::hugeint as letters from events`;

export const arrow: Figure = {
  name: 'arrow',
  about: 'all events as one stream of Arrow over HTTP, read back',
  baseline: "DuckDB's own export of the same rows to Parquet",
  run: async (bench) => {
    const { dataDir, profile } = await bench.ground();
    return withServiceHere(dataDir, async ({ base, address }) => {
      const target = { profileId: profile.profileId };
      const open = async (): Promise<AsyncIterable<Uint8Array>> => {
        const headers = { authorization: `Bearer ${profile.apiKey}`, accept: 'application/vnd.apache.arrow.stream' };
        const response = await fetch(`${address}/api/v1/tracking/events`, { headers });
        if (response.status !== 200) throw new Error(`the feed answered ${response.status} ${await response.text()}`);
        return response.body as unknown as AsyncIterable<Uint8Array>;
      };
      let bytes = 0;
      const drain = async (): Promise<void> => {
        bytes = 0;
        for await (const piece of await open()) bytes += piece.byteLength;
      };
      const exporting = exportOf(base, profile.profileId, await streamed(base, drain));
      const [found] = await base.warehouse.query(target, { sql: SUMS });
      const sums = await readBack(await open());
      const equal =
        sums.rows === Number(found?.['n']) && sums.micros === found?.['micros'] && sums.letters === found?.['letters'];
      if (!equal)
        throw new Error(`read back ${JSON.stringify(sums, (_, value) => (typeof value === 'bigint' ? `${value}` : value))}`);
      const pid = base.warehouse.status().pid as number;
      const streams: number[] = [];
      const exports: number[] = [];
      const idle = { engine: residentMb(pid), service: residentMb(process.pid) };
      const most = { ...idle };
      for (let round = 0; round < ROUNDS; round += 1) {
        const timer = setInterval(() => {
          most.engine = Math.max(most.engine, residentMb(pid));
          most.service = Math.max(most.service, residentMb(process.pid));
        }, LOOK_MS);
        streams.push((await timed(drain)).ms);
        clearInterval(timer);
        exports.push((await timed(() => base.warehouse.query(target, exporting, { deadlineMs: 600_000 }))).ms);
      }
      const rate = (ms: number): number => (sums.rows / ms) * 1000;
      const [own, its] = [median(streams), median(exports)];
      return [
        {
          name: 'arrow',
          measured: { value: rate(own), unit: 'events/s' },
          baseline: { value: rate(its), unit: 'events/s', what: 'Parquet export' },
          ratio: its / own,
          targets: [{ of: 'ratio', found: its / own, atLeast: 0.25 }],
          details: {
            ...{ stream_ms: own, export_ms: its, megabytes: bytes / 1e6, rows_read_back: sums.rows },
            ...{ engine_grew_mb: most.engine - idle.engine, service_grew_mb: most.service - idle.service },
          },
        },
      ];
    });
  },
};
