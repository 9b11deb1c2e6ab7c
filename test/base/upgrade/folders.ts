// Folders of this version and of a planted newer one: made, opened and taken back by processes that can be killed, and compared.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import Database from 'better-sqlite3';
import { STORES } from '../../../src/base/upgrade/migrations.ts';
import { openShop } from '../../report/shop.ts';
import { startChild } from '../children.ts';
import { temporaryFolder, testConfig } from '../folder.ts';
import { NEWER, type Planted, plantedNumber } from './newer-version.ts';

const CHILD = new URL('./open-child.ts', import.meta.url);
export async function shopFolder(t: TestContext): Promise<string> {
  const data = join(temporaryFolder(t), 'data');
  const shop = await openShop({ dataDir: data });
  await shop.close();
  return data;
}

/** A copy of a data folder as a process leaves it that is killed while it has it open. */
export async function killedFolder(t: TestContext, data: string, { root }: Pick<Planted, 'root'>): Promise<string> {
  const copy = join(temporaryFolder(t), 'data');
  cpSync(data, copy, { recursive: true });
  const { closeBase, openBase } = await import(join(root, 'src/base/open.ts'));
  const base = await openBase(testConfig(copy), { warehouseStarts: 'when asked' });
  const killed = join(temporaryFolder(t), 'data');
  execFileSync('cp', ['-a', copy, killed]);
  await closeBase(base);
  assert.ok(existsSync(join(killed, 'open.json')) && existsSync(join(killed, 'state.sqlite-wal')));
  return killed;
}

export const storeFile = (data: string, store: string): string => join(data, `${store}.sqlite`);
export const numberIn = (data: string, store: string): number => readFileSync(storeFile(data, store)).readUInt32BE(60);

/** Every row of what figures are computed from, and of settings. */
export function contentOf(data: string): string {
  const hash = createHash('sha256');
  for (const [store, tables] of [
    ['state', ['decisions', 'customers', 'identifiers', 'profiles', 'api_keys', 'profile_keys', 'search_values']],
    ['journal', ['facts', 'profiles', 'outcomes', 'segments']],
  ] as const) {
    const db = new Database(storeFile(data, store), { readonly: true });
    for (const table of tables)
      hash.update(JSON.stringify(db.prepare(`select * from ${table}`).raw().safeIntegers().all(), text));
    db.close();
  }
  return hash.digest('hex');
}
const text = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

/** @param last The statement or change of a file before which the process is killed; 0: none. */
export async function openWith({ root }: Planted, data: string, last = 0, what: 'open' | 'return' = 'open') {
  const child = startChild(CHILD, [root, data, String(last), what]);
  const signal = await child.ended();
  const line = child.lines().at(-1);
  return { signal, code: child.process.exitCode, ...(line ? (JSON.parse(line) as { steps: number; lines: string[] }) : {}) };
}

export function requireUpgraded(data: string): void {
  for (const store of STORES) assert.equal(numberIn(data, store), plantedNumber(store), store);
  const state = new Database(storeFile(data, 'state'), { readonly: true });
  assert.deepEqual(state.prepare('select distinct revision from planted_notes').pluck().all(), [2]);
  state.close();
  assert.equal(JSON.parse(readFileSync(join(data, 'folder.json'), 'utf8')).version, NEWER);
  assert.ok(!existsSync(join(data, 'upgrade.json')));
}
