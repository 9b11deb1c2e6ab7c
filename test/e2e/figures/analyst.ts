// An analyst with a copy of the profile's file: runs the SQL of a receipt with its parameters, and compares each term with the rows.
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBValue, LIST, listValue, VARCHAR } from '@duckdb/node-api';
import { unitsOf } from '../../../src/base/kit/decimals.ts';
import type { TestApp } from '../../harness.ts';
import { expectedOf, type Json, partsOf } from './statement-rows.ts';

export interface Receipt {
  path: string;
  formula: string;
  terms: { name: string; value: string | null; path?: string }[];
  rows: { operation: string; path: string }[];
  statement: string;
}

export interface Analyst {
  /** Every term of a receipt, from the rows of its statement or another figure of its answer. Answers how many the rows said. */
  check(operation: string, receipt: Receipt, answer: Json): Promise<number>;
  close(): void;
}

export const memberAt = (answer: Json, path: string): Json => partsOf(path).reduce((node, part) => node?.[part], answer);

/** What rounding left over, which the rows do not say: nothing or one millionth. */
const isRemainder = (name: string, value: string | null): boolean =>
  /(?:^|_)remainder$/.test(name) && (value === '0' || value === '0.000001');

const boundOf = (value: Json): DuckDBValue => (Array.isArray(value) ? listValue(value) : value);

export async function openAnalyst({ dataDir, profileId }: Pick<TestApp, 'dataDir' | 'profileId'>): Promise<Analyst> {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-analyst-'));
  const file = join(folder, 'figures.duckdb');
  for (const ending of ['', '.wal']) {
    const live = join(dataDir, 'profiles', profileId, `live.duckdb${ending}`);
    if (existsSync(live)) copyFileSync(live, `${file}${ending}`);
  }
  const instance = await DuckDBInstance.create(file);
  const results = new Map<string, Promise<Json[]>>();
  const run = async ({ sql, parameters }: Json): Promise<Json[]> => {
    const connection = await instance.connect();
    try {
      let rows: Json[] = [];
      for (const text of sql.split(';\n\n')) {
        // A comment may name a parameter of another statement.
        const code = text.replaceAll(/--.*$/gm, '');
        const names = [...new Set([...code.matchAll(/\$([a-z_]+)/g)].map(([, name]) => String(name)))];
        const bound = Object.fromEntries(names.map((name) => [name, boundOf(parameters[name])]));
        const types = Object.fromEntries(
          names.flatMap((name) => (Array.isArray(parameters[name]) ? [[name, LIST(VARCHAR)]] : [])),
        );
        rows = (await connection.runAndReadAll(text, bound, types)).getRowObjectsJson();
      }
      return rows;
    } finally {
      connection.closeSync();
    }
  };
  const rowsOf = (statement: Json): Promise<Json[]> => {
    const key = JSON.stringify(statement);
    const found = results.get(key) ?? run(statement);
    results.set(key, found);
    return found;
  };
  return {
    async check(operation, receipt, answer) {
      const statement = answer.statements.find(({ name }: Json) => name === receipt.statement);
      const rows = await rowsOf(statement);
      let said = 0;
      for (const { name, value, path } of receipt.terms) {
        const about = `${operation} ${receipt.path}: ${name} is ${value}`;
        // Another figure of the answer, which has a receipt of its own.
        if (path !== undefined && path !== receipt.path) {
          const printed = memberAt(answer, path);
          assert.equal(printed === null ? null : unitsOf(String(printed), 12), value === null ? null : unitsOf(value, 12), about);
          continue;
        }
        if (isRemainder(name, value)) continue;
        const expected = expectedOf(operation, { path: receipt.path, term: name, rows, answer });
        if (expected === undefined) {
          assert.ok(operation.endsWith('/changes') || value === '0', `${about}, which no row says`);
          continue;
        }
        const isSame =
          expected === null || value === null
            ? expected === null && value === null
            : absolute(unitsOf(value, 12) - expected.units) <= expected.within;
        assert.ok(isSame, `${about}, and ${expected === null ? 'not known' : expected.units} × 10^-12 in the rows`);
        said++;
      }
      return said;
    },
    close() {
      instance.closeSync();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
