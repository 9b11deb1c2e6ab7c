// A warehouse in a temporary folder for one test; closed and deleted when the test ends.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { type Row, type Warehouse, WarehouseFailure, type WarehouseFailureReason } from '../../../src/base/warehouse/port.ts';
import { openWarehouse, type WarehouseOptions } from '../../../src/base/warehouse/warehouse.ts';
import { temporaryFolder } from '../folder.ts';

export interface Fixture {
  warehouse: Warehouse;
  dataDir: string;
  profileId: string;
  /** The path of a profile's live file. */
  live: (profileId?: string) => string;
}

type Options = Partial<Omit<WarehouseOptions, 'dataDir' | 'log' | 'config'>>;

export async function openAt(dataDir: string, options: Options = {}): Promise<Warehouse> {
  const config = { servingMemoryMb: 256, buildMemoryMb: 256 };
  return openWarehouse({ dataDir, config, log: pino({ level: 'silent' }), ...options });
}

export async function fixture(t: TestContext, options: Options = {}): Promise<Fixture> {
  const dataDir = temporaryFolder(t);
  const warehouse = await openAt(dataDir, options);
  t.after(() => warehouse.close());
  const profileId = randomUUID();
  return { warehouse, dataDir, profileId, live: (id = profileId) => join(dataDir, 'profiles', id, 'live.duckdb') };
}

/** The call is refused for this reason; answers the message. */
export async function refusedAs(reason: WarehouseFailureReason, call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  assert.ok(error instanceof WarehouseFailure, `refused with ${String(error)}`);
  assert.equal(error.reason, reason, error.message);
  return error.message;
}

export const column = (rows: Row[], name: string): unknown[] => rows.map((row) => row[name]);

/** A statement that runs until it is stopped: sixteen hundred billion pairs. */
export const endless = { sql: 'select count(*) as n from range(1300000) a(i), range(1300000) b(j) where (i * j) % 7 = 3' };
