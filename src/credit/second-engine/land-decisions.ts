// Decisions of a profile in ClickHouse, and what is known before any: lines of state and rows of seeds are sent as they are, and its own SQL
// makes the tables. All decisions are one batch there, so that the latest word of each is found at once and nothing is deleted.
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Base } from '../../base/base.ts';
import type { ClickHouse } from '../../base/warehouse/clickhouse/clickhouse.ts';
import type { AnyStatement, Statement } from '../../base/warehouse/port.ts';
import { applyOnlyStatements, decisionsThrough, newFileStatements, withDecisions } from '../pipeline/index.ts';
import { hasFile, runFiles, statementOf } from './fold.ts';

const TOTAL_MS = 600_000;
/** Made from links of customers in rounds, after the rest. */
const COMPONENTS = 'models/decisions/identity/component_map_insert';

interface Landing {
  profileId: string;
  landedDecision: bigint;
  database: string;
}

export async function landDecisions(base: Base, clickhouse: ClickHouse, landing: Landing): Promise<void> {
  const { profileId, landedDecision, database } = landing;
  await clickhouse.execute(database, [
    statementOf('clickhouse/landing/batch_decisions'),
    statementOf('clickhouse/landing/raw_seeds'),
  ]);
  await sendSeeds(base, clickhouse, landing);
  const kinds = await withDecisions(base, profileId, decisionsThrough(base, profileId, landedDecision), async (batch) => {
    if (batch.count > 0) await clickhouse.insertFile(database, statementOf('clickhouse/landing/decision_lines'), batch.path);
    return batch.kinds;
  });
  const names = applyOnlyStatements('', kinds, 0n, 0n)
    .flatMap(({ name }) => name ?? [])
    .filter((name) => name !== COMPONENTS && hasFile(name));
  await runFiles(clickhouse, database, [...seedModels(), ...names], ['landing/batch_decisions', 'landing/raw_seeds']);
  await joinCustomers(clickhouse, database);
}

interface Seed {
  table: string;
  /** A JSON list. */
  rows: string;
}

/** The seeds of a new file of DuckDB, by the tables they fill. */
const seeds = (): Seed[] =>
  newFileStatements().flatMap(({ sql, params }: AnyStatement) => {
    const table = /^insert into (\w+)$/m.exec(sql)?.[1];
    const rows = params?.['rows'];
    return table !== undefined && typeof rows === 'string' ? [{ table, rows }] : [];
  });

const seedModels = (): string[] =>
  [...seeds().map(({ table }) => table), 'zone_shifts'].map((table) => `models/seeds/${table}_insert`);

function linesOf({ table, rows }: Seed): string {
  const list: unknown = JSON.parse(rows);
  if (!Array.isArray(list)) throw new Error(`The seed of ${table} is no list.`);
  return list.map((row) => `${JSON.stringify({ seed: table, row: JSON.stringify(row) })}\n`).join('');
}

async function sendSeeds(base: Base, clickhouse: ClickHouse, { profileId, database }: Landing): Promise<void> {
  const path = join(base.warehouse.landingFolder(profileId), `${database}-seeds.ndjson`);
  try {
    const file = await open(path, 'w');
    await file.writeFile(seeds().map(linesOf).join('')).finally(() => file.close());
    await clickhouse.insertFile(database, statementOf('clickhouse/landing/seed_lines'), path);
  } finally {
    await rm(path, { force: true });
  }
}

/** Customers that links join, directly or by others, have the same least member: each round brings some to a lesser one, until none. */
async function joinCustomers(clickhouse: ClickHouse, database: string): Promise<void> {
  const sum: Statement<{ total: string }> = { sql: statementOf('clickhouse/landing/least_members_sum').sql };
  const total = async (): Promise<string | undefined> =>
    (await clickhouse.query(database, sum, { deadlineMs: TOTAL_MS }))[0]?.total;
  await clickhouse.execute(database, [statementOf('clickhouse/landing/merge_links')]);
  for (let before = await total(); ; ) {
    await clickhouse.execute(database, [statementOf('clickhouse/landing/least_members_next')]);
    const after = await total();
    if (after === before) break;
    before = after;
  }
  await runFiles(clickhouse, database, [COMPONENTS], ['landing/merge_links']);
}
