// Customers in great numbers, imported in lists, against bare inserts of the same rows.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type Profile, withService } from '../bench.ts';
import { cpuMs, quiet } from '../children.ts';
import type { Figure } from '../figure.ts';
import { median, timed } from '../numbers.ts';
import { customers } from './people.ts';

const IMPORTED = 100_000;
/** The most that one call takes. */
const ROWS_AT_ONCE = 1_000;
const IMPORT_SECONDS = 60;
const IMPORT_ROUNDS = 3;

function* rowsOf(count: number, round: number): Generator<Record<string, string>[]> {
  let rows: Record<string, string>[] = [];
  let number = 0;
  for (const { first, last, email, phone } of customers(count)) {
    number += 1;
    const row = { external_id: `c-${round}-${number}`, email: `${round}.${email}`, first_name: first, last_name: last };
    rows.push(phone === undefined ? row : { ...row, phone: `+569${60_000_000 + round * 1_000_000 + number}` });
    if (rows.length < ROWS_AT_ONCE) continue;
    yield rows;
    rows = [];
  }
}

/** The same rows into one table that knows each identifier once, in transactions of as many, on disk after each. */
function insertBare(file: string, round: number): number {
  const db = new Database(file);
  try {
    db.pragma('journal_mode = wal');
    db.pragma('synchronous = full');
    db.exec(
      'create table customers (external_id text unique, email text unique, phone text unique, first_name text, last_name text)',
    );
    const insert = db.prepare('insert or ignore into customers values ($external_id, $email, $phone, $first_name, $last_name)');
    const all = db.transaction((rows: Record<string, string>[]) => {
      for (const row of rows) insert.run({ phone: null, ...row });
    });
    const batches = [...rowsOf(IMPORTED, round)];
    const began = performance.now();
    for (const rows of batches) all(rows);
    return performance.now() - began;
  } finally {
    db.close();
  }
}

export const importCustomers: Figure = {
  name: 'import-customers',
  about: `${IMPORTED.toLocaleString('en-US')} customers in calls of ${ROWS_AT_ONCE.toLocaleString('en-US')}, each answered with whom its rows name`,
  baseline: 'bare SQLite inserts of the same rows',
  run: async (bench) => {
    const { dataDir, profiles } = await bench.place(1);
    const { apiKey } = profiles[0] as Profile;
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    return withService(dataDir, async (service) => {
      const send = async (rows: Record<string, string>[]): Promise<void> => {
        const response = await fetch(`${service.address}/api/v1/customers`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ rows }),
        });
        const { data } = (await response.json()) as { data: { summary: { created: number; rejected: number } } };
        if (!response.ok || data.summary.rejected > 0) throw new Error(`a list was not accepted: ${JSON.stringify(data)}`);
      };
      const [taken, bare, processors]: [number[], number[], number[]] = [[], [], []];
      for (let round = 1; round <= IMPORT_ROUNDS; round += 1) {
        bare.push(insertBare(join(bench.folder, `bare-${round}.sqlite`), round));
        const before = cpuMs(service.pid);
        const { ms } = await timed(async () => {
          for (const rows of rowsOf(IMPORTED, round)) await send(rows);
        });
        taken.push(ms);
        processors.push(cpuMs(service.pid) - before);
        await quiet(service);
      }
      const [seconds, baseline] = [median(taken) / 1000, median(bare) / 1000];
      return [
        {
          name: 'import-customers',
          measured: { value: seconds, unit: 's' },
          baseline: { value: baseline, unit: 's', what: 'bare SQLite' },
          ratio: baseline / seconds,
          targets: [
            { of: 'speed', found: baseline / seconds, atLeast: 0.1 },
            { of: 'seconds', found: seconds, atMost: IMPORT_SECONDS, unit: 's' },
          ],
          details: { customers: IMPORTED, processors_s: median(processors) / 1000 },
        },
      ];
    });
  },
};
