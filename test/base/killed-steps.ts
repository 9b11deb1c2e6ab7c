// Ends this process without warning before its n-th statement or change of a file; imported before the modules that do them.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import Database from 'better-sqlite3';

/** @param last 0: never. Answers the count of steps so far. */
export function killBefore(last: number): () => number {
  let steps = 0;
  const watch = <T extends object>(owner: T, names: readonly (keyof T)[]): void => {
    for (const name of names) {
      const method = owner[name];
      if (typeof method !== 'function') throw new Error(`${String(name)} is no method`);
      const watched = function (this: unknown, ...values: unknown[]): unknown {
        steps += 1;
        if (steps === last) process.kill(process.pid, 'SIGKILL');
        return Reflect.apply(method, this, values);
      };
      Object.defineProperty(owner, name, { value: watched, configurable: true, writable: true });
    }
  };
  const statements = new Database(':memory:');
  const prepared: object = Object.getPrototypeOf(statements.prepare('select 1'));
  statements.close();
  watch(Database.prototype, ['exec', 'pragma', 'close']);
  watch(prepared as Database.Statement, ['run', 'get', 'all']);
  watch(fs, ['renameSync', 'rmSync', 'writeFileSync', 'writeSync', 'fsyncSync', 'mkdirSync']);
  syncBuiltinESMExports();
  return () => steps;
}
