// Importing a statement: the upload read and shown, then accepted, against csv-parse alone on the same file; and whether memory grows
// with the file, until the last of it is in the figures.
import { createReadStream, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'csv-parse';
import { type Bench, type Profile, withService } from '../bench.ts';
import { memoryMb, type Service } from '../children.ts';
import type { Figure, Result } from '../figure.ts';
import { median, timed } from '../numbers.ts';

const ROWS = 100_000;
const ROUNDS = 3;
const LOOK_MS = 100;
/** The most rows that one statement may have. */
const MAX_ROWS = 250_000;
/** Of half the rows: what may be left of growth. */
const MAX_GROWTH = 1.15;

/** Charges as Stripe exports them: 3 % failed, 2 % refunded in part, five charges a customer. */
function writeStatement(file: string, rows: number, from: number): void {
  const lines = [
    'id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Description,Fee,PaymentIntent ID,Status,Customer ID,Customer Email,Card ID',
  ];
  const begin = Date.UTC(2026, 0, 1);
  for (let i = 0; i < rows; i += 1) {
    const no = from + i;
    const at = new Date(begin + i * 60_000).toISOString().slice(0, 19).replace('T', ' ');
    const amount = `${5 + (no % 400)}.${String(no % 100).padStart(2, '0')}`;
    const status = no % 33 === 0 ? 'Failed' : 'Paid';
    const customer = Math.floor(no / 5);
    lines.push(
      `ch_${no},${at},${amount},${no % 50 === 0 ? '1.00' : '0.00'},eur,${status === 'Paid'},"Order ${no}, shop",0.42,pi_${no},${status},cus_${customer},person${customer}@mail.example,card_${no}`,
    );
  }
  writeFileSync(file, `${lines.join('\n')}\n`);
}

/** As a shop would write one by hand: so many of the longest rows would be more than an upload may be. */
function writePlainStatement(file: string, rows: number): void {
  const lines = ['Date,Order,Amount,Currency,Email'];
  const begin = Date.UTC(2026, 0, 1);
  for (let no = 0; no < rows; no += 1) {
    const at = new Date(begin + no * 60_000).toISOString().slice(0, 19).replace('T', ' ');
    const amount = `${5 + (no % 400)}.${String(no % 100).padStart(2, '0')}`;
    lines.push(`${at},o${no},${amount},EUR,p${Math.floor(no / 5)}@mail.example`);
  }
  writeFileSync(file, `${lines.join('\n')}\n`);
}

const csvParseMs = async (file: string): Promise<number> =>
  (
    await timed(async () => {
      let rows = 0;
      for await (const _ of createReadStream(file).pipe(parse({ columns: true }))) rows += 1;
      return rows;
    })
  ).ms;

interface Took {
  parseMs: number;
  commitMs: number;
  /** What service and warehouse process held before, and the most they held meanwhile, both together. */
  idleMb: number;
  peakMb: number;
}

async function importOnce(service: Service, profile: Profile, file: string, rows: number): Promise<Took> {
  const before = memoryMb(service.pid);
  let [peak, isOver] = [before, false];
  const looking = (async () => {
    while (!isOver) {
      peak = Math.max(peak, memoryMb(service.pid));
      await pause(LOOK_MS);
    }
  })();
  const call = async (
    path: string,
    init: RequestInit,
  ): Promise<{ data: { import_id: string; result?: { created: number } } }> => {
    const headers = { authorization: `Bearer ${profile.apiKey}`, ...init.headers };
    const response = await fetch(`${service.address}/api/v1/profile/payments/import/${path}`, {
      method: 'POST',
      ...init,
      headers,
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const body = new FormData();
  body.set('file', new Blob([readFileSync(file)]), 'statement.csv');
  const parsing = await timed(() => call('parse', { body }));
  const { import_id } = parsing.value.data;
  const json = { 'content-type': 'application/json' };
  const taking = await timed(() => call('commit', { body: JSON.stringify({ import_id }), headers: json }));
  await landed(service, profile);
  isOver = true;
  await looking;
  const created = taking.value.data.result?.created ?? 0;
  if (created < rows * 0.9) throw new Error(`only ${created} of ${rows} rows were taken in`);
  return { parseMs: parsing.ms, commitMs: taking.ms, idleMb: before, peakMb: peak };
}

/** What was accepted is stitched and landed after the answer, with pauses in which nothing moves. */
async function landed({ address }: Service, { apiKey }: Profile): Promise<void> {
  for (let isBehind = true; isBehind; ) {
    await pause(LOOK_MS);
    const response = await fetch(`${address}/api/v1/profile/freshness`, { headers: { authorization: `Bearer ${apiKey}` } });
    if (!response.ok) throw new Error(`freshness answered ${response.status}: ${await response.text()}`);
    const { data } = (await response.json()) as { data: { behind_facts: number; behind_decisions: number } };
    isBehind = data.behind_facts > 0 || data.behind_decisions > 0;
  }
}

async function speedOf(bench: Bench): Promise<Result> {
  const { dataDir, profiles } = await bench.place(1);
  const file = join(bench.folder, 'statement.csv');
  const [plain, all]: [number[], Took[]] = [[], []];
  await withService(dataDir, async (service) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      writeStatement(file, ROWS, round * 1_000_000);
      plain.push(await csvParseMs(file));
      all.push(await importOnce(service, profiles[0] as Profile, file, ROWS));
    }
  });
  const seconds = median(all.map(({ parseMs, commitMs }) => parseMs + commitMs)) / 1000;
  const baseline = median(plain) / 1000;
  return {
    name: 'statement-import',
    measured: { value: seconds, unit: 's' },
    baseline: { value: baseline, unit: 's', what: 'csv-parse' },
    ratio: seconds / baseline,
    targets: [],
    details: {
      rows: ROWS,
      megabytes: statSync(file).size / 1e6,
      parse_s: median(all.map(({ parseMs }) => parseMs)) / 1000,
      commit_s: median(all.map(({ commitMs }) => commitMs)) / 1000,
    },
  };
}

/** The most that service and warehouse process hold while so many rows are accepted, both new and with nothing before. */
async function peakOf(bench: Bench, rows: number): Promise<Took> {
  const { dataDir, profiles } = await bench.place(1);
  const file = join(bench.folder, 'plain.csv');
  writePlainStatement(file, rows);
  return withService(dataDir, (service) => importOnce(service, profiles[0] as Profile, file, rows));
}

/**
 * Of half the rows, as DuckDB keeps rows in groups of 122,880 and keeps a group that is not full as it came: below that, memory follows
 * the rows, whatever is done.
 */
async function memoryOf(bench: Bench): Promise<Result> {
  const tenth = await peakOf(bench, MAX_ROWS / 10);
  const half = await peakOf(bench, MAX_ROWS / 2);
  const all = await peakOf(bench, MAX_ROWS);
  const ratio = all.peakMb / half.peakMb;
  return {
    name: 'statement-import.memory',
    measured: { value: all.peakMb, unit: 'MB' },
    baseline: { value: half.peakMb, unit: 'MB', what: 'half of the rows' },
    ratio,
    targets: [{ of: 'ratio', found: ratio, atMost: MAX_GROWTH }],
    details: { rows: MAX_ROWS, idle_mb: all.idleMb, peak_mb_of_a_tenth: tenth.peakMb },
  };
}

export const statementImport: Figure = {
  name: 'statement-import',
  about: `a statement of ${ROWS.toLocaleString('en-US')} rows uploaded, read and taken in, every fact on disk; memory of the longest`,
  baseline: 'csv-parse alone on the same file; half of the rows',
  run: async (bench: Bench) => [await speedOf(bench), await memoryOf(bench)],
};
