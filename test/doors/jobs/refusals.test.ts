// Errors of databases as a command says them: with the next step, and never as SQLite words them.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { refusalOf } from '../../../src/doors/jobs/refusals.ts';
import { temporaryFolder } from '../../base/folder.ts';

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return assert.fail('nothing was refused');
}

test('a database that cannot be written, opened or made larger has a next step', (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'state.sqlite');
  const made = new Database(file);
  made.exec('create table notes (text text)');
  made.pragma('max_page_count = 3');
  const full = errorOf(() => made.prepare('insert into notes values (?)').run('a'.repeat(100_000)));
  made.close();
  const reader = new Database(file, { readonly: true });
  const readOnly = errorOf(() => reader.exec("insert into notes values ('a')"));
  reader.close();
  const missing = errorOf(() => new Database(join(folder, 'other.sqlite'), { fileMustExist: true }));
  for (const [error, next] of [
    [full, /make room, then repeat the command/],
    [readOnly, /run the command as the user of the service/],
    [missing, /check that --data names the folder/],
    [Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }), /make room, then repeat/],
  ] as const) {
    const { code, message, isForeseen } = refusalOf(error);
    assert.deepEqual([code, isForeseen], ['system_error', true], message);
    assert.match(message, next);
    assert.doesNotMatch(message, /SQLITE|readonly database|database or disk/);
  }
});
