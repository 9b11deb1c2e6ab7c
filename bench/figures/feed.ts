// The feed of events as a stream of Arrow's: against DuckDB's own export of the same rows, read back; and what memory it takes of both
// processes, by how many events it holds.
import { setInterval } from 'node:timers';
import { RecordBatchReader } from 'apache-arrow';
import type { Base } from '../../src/base/base.ts';
import { publicId } from '../../src/base/kit/ids.ts';
import type { AnyStatement, Param } from '../../src/base/warehouse/port.ts';
import { type Bench, type Ground, withService, withServiceHere } from '../bench.ts';
import { childOf, residentMb } from '../children.ts';
import type { Figure } from '../figure.ts';
import { median, timed } from '../numbers.ts';

const ROUNDS = 5;
const LOOK_MS = 10;
/** What is streamed on its own, each by a service just started: a part of the events, all of them, and all of them three times. */
const LOADS = [
  { share: 0.1, times: 1 },
  { share: 0.3, times: 1 },
  { share: 1, times: 1 },
  { share: 1, times: 3 },
] as const;

interface Sums {
  rows: number;
  micros: bigint;
  letters: bigint;
}

interface Streamed {
  statement: AnyStatement;
  portions: readonly Record<string, Param>[];
}

/** What `work` asks of the warehouse as a stream. */
async function streamed(base: Base, work: () => Promise<unknown>): Promise<Streamed> {
  const { stream } = base.warehouse;
  let found: Streamed | undefined;
  base.warehouse.stream = (target, statement, options) => {
    found = { statement, portions: options?.portions ?? [] };
    return stream.call(base.warehouse, target, statement, options);
  };
  try {
    await work();
    return found as Streamed;
  } finally {
    base.warehouse.stream = stream;
  }
}

/** The same rows into a file of Parquet, by DuckDB alone and in one piece. */
function exportOf(base: Base, profileId: string, { statement, portions }: Streamed): AnyStatement {
  const file = `${base.warehouse.landingFolder(profileId)}/feed.parquet`;
  const bounds = { above_seq: portions[0]?.['above_seq'], below_seq: portions.at(-1)?.['below_seq'] };
  const params: Record<string, unknown> = { ...statement.params, ...bounds };
  const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));
  const sql = statement.sql.replace(/\$(\w+)/g, (_, name: string) => literal(params[name]));
  return { sql: `copy (select * replace (${ID_TEXTS}) from (\n${sql}\n)) to '${file}' (format parquet, compression zstd)` };
}

async function openFeed(address: string, { profile }: Ground, query = ''): Promise<AsyncIterable<Uint8Array>> {
  const headers = { authorization: `Bearer ${profile.apiKey}`, accept: 'application/vnd.apache.arrow.stream' };
  const response = await fetch(`${address}/api/v1/tracking/events${query}`, { headers });
  if (response.status !== 200) throw new Error(`the feed answered ${response.status} ${await response.text()}`);
  return response.body as unknown as AsyncIterable<Uint8Array>;
}

async function drain(body: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const piece of body) bytes += piece.byteLength;
  return bytes;
}

interface Growth {
  engine: number;
  service: number;
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

/** Both processes' resident memory at its most during streams of the last `share` of the events, above what it was before. */
async function growth(ground: Ground, events: number, { share, times }: (typeof LOADS)[number]): Promise<Growth> {
  const first = Math.floor(events * (1 - share));
  return withService(ground.dataDir, async ({ address, pid }) => {
    const from = (seq: number) => (seq === 0 ? '' : `?cursor=${publicId('fact', ground.profile.profileId, seq)}`);
    // What the first of all streams loads is no part of it.
    await drain(await openFeed(address, ground, from(events - 1)));
    const engine = childOf(pid);
    const look = (): Growth => ({ engine: residentMb(engine), service: residentMb(pid) });
    const idle = look();
    const most = { ...idle };
    const timer = setInterval(() => {
      const now = look();
      most.engine = Math.max(most.engine, now.engine);
      most.service = Math.max(most.service, now.service);
    }, LOOK_MS);
    for (let time = 0; time < times; time += 1) await drain(await openFeed(address, ground, from(first)));
    clearInterval(timer);
    return { engine: most.engine - idle.engine, service: most.service - idle.service };
  });
}

async function growths(bench: Bench, ground: Ground): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const load of LOADS) {
    const { engine, service } = await growth(ground, bench.events, load);
    const events = Math.round(bench.events * load.share * load.times);
    found[`engine_grew_mb_by_${events}`] = engine;
    found[`service_grew_mb_by_${events}`] = service;
  }
  return found;
}

/** As texts, as the stream holds them: the statement leaves ids as numbers. */
const ID_TEXT = (column: string): string =>
  `'00000000-0000-8000-' || format('{:04x}-{:012x}', (${column} >> 48) & 65535, ${column} & 281474976710655) as ${column}`;
const ID_TEXTS = ['event_id', 'visitor_id', 'customer_profile_id'].map(ID_TEXT).join(', ');

export const arrow: Figure = {
  name: 'arrow',
  about: 'all events as one stream of Arrow over HTTP, read back',
  baseline: "DuckDB's own export of the same rows to Parquet",
  run: async (bench) => {
    const ground = await bench.ground();
    const { dataDir, profile } = ground;
    const memory = await growths(bench, ground);
    return withServiceHere(dataDir, async ({ base, address }) => {
      const target = { profileId: profile.profileId };
      let bytes = 0;
      const take = async (): Promise<void> => {
        bytes = await drain(await openFeed(address, ground));
      };
      const exporting = exportOf(base, profile.profileId, await streamed(base, take));
      const [found] = await base.warehouse.query(target, { sql: SUMS });
      const sums = await readBack(await openFeed(address, ground));
      const equal =
        sums.rows === Number(found?.['n']) && sums.micros === found?.['micros'] && sums.letters === found?.['letters'];
      if (!equal)
        throw new Error(`read back ${JSON.stringify(sums, (_, value) => (typeof value === 'bigint' ? `${value}` : value))}`);
      const streams: number[] = [];
      const exports: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        streams.push((await timed(take)).ms);
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
          details: { stream_ms: own, export_ms: its, megabytes: bytes / 1e6, rows_read_back: sums.rows, ...memory },
        },
      ];
    });
  },
};
