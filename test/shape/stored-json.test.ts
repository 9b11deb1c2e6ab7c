// JSON in columns of state is read and written through the shape that its slice registers (`storedJson`), and nowhere is parsed JSON cast.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { projectFile, projectRoot } from '../../src/base/kit/paths.ts';
import { createSchema } from '../../src/base/state/schema.ts';

const sources = globSync('src/**/*.ts', { cwd: projectRoot })
  .filter((file) => !file.endsWith('.gen.ts') && !file.includes('/tracker/'))
  .map((file) => ({ file, text: readFileSync(projectFile(file), 'utf8') }));

/** Sealed: the column itself is no JSON. */
const SEALED = new Set(['erasures.work', 'customer_details.sealed', 'provider_apps.secrets']);

function registeredColumns(): string[] {
  return sources.flatMap(({ text }) =>
    [...text.matchAll(/storedJson\(\s*(\[[^\]]*\]|'[^']*')/g)].flatMap(([, names = '']) =>
      [...names.matchAll(/'([^']+)'/g)].map(([, name]) => name as string),
    ),
  );
}

/** Columns that the schema checks to be JSON. */
function jsonColumns(): string[] {
  const db = new Database(':memory:');
  createSchema(db, 0);
  const tables = db.prepare<[], { name: string; sql: string }>("select name, sql from sqlite_schema where type = 'table'").all();
  db.close();
  return tables.flatMap(({ name, sql }) => [...sql.matchAll(/json_valid\((\w+)\)/g)].map(([, column]) => `${name}.${column}`));
}

const castOf = (text: string): string | undefined => /JSON\.parse\([^;\n]*\) as [^;\n]*/.exec(text)?.[0];

test('each JSON column of state has one shape, and each shape a column', () => {
  const registered = registeredColumns().filter((name) => !SEALED.has(name));
  assert.equal(new Set(registered).size, registered.length, 'a column is registered twice');
  // Progress and results of jobs are JSON that the schema does not check.
  const names = registered.filter((name) => name !== 'jobs.progress' && name !== 'jobs.result');
  assert.deepEqual(names.sort(), jsonColumns().sort());
});

test('parsed JSON is never cast', () => {
  assert.ok(castOf('const scopes = JSON.parse(row.scopes) as string[];'), 'a planted cast is found');
  for (const { file, text } of sources)
    assert.equal(
      castOf(text),
      undefined,
      `${file}: read it with storedJson or readJson of base/kit/stored-json.ts and a zod shape`,
    );
});
