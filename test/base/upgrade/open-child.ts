// Opens a data folder with the program in a folder and closes it, or takes it back to the version before (`return`); its process ends without warning before the
// n-th statement or change of a file, or not at all. Prints how many there were. Run as a process of its own: node open-child.ts <program> <data folder> <n> <what>
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import Database from 'better-sqlite3';

const [root = '', dataDir = '', last = '0', what = 'open'] = process.argv.slice(2);
let steps = 0;

function step(): void {
  steps += 1;
  if (steps === Number(last)) process.kill(process.pid, 'SIGKILL');
}

function watch<T extends object>(owner: T, names: readonly (keyof T)[]): void {
  for (const name of names) {
    const method = owner[name];
    if (typeof method !== 'function') throw new Error(`${String(name)} is no method`);
    const watched = function (this: unknown, ...values: unknown[]): unknown {
      step();
      return Reflect.apply(method, this, values);
    };
    Object.defineProperty(owner, name, { value: watched, configurable: true, writable: true });
  }
}

const statements = new Database(':memory:');
const prepared: object = Object.getPrototypeOf(statements.prepare('select 1'));
statements.close();
watch(Database.prototype, ['exec', 'pragma', 'close']);
watch(prepared as Database.Statement, ['run', 'get', 'all']);
watch(fs, ['renameSync', 'rmSync', 'writeFileSync', 'fsyncSync', 'mkdirSync']);
syncBuiltinESMExports();

const { readConfig } = await import(join(root, 'src/base/config/config.ts'));
const config = readConfig({ dataDir, logLevel: 'silent', ballastMb: 0 }, {});
const lines: string[] = [];
const say = (line: string): number => lines.push(line);
if (what === 'return') {
  const { restorePrevious } = await import(join(root, 'src/base/upgrade/restore-previous.ts'));
  await restorePrevious({ config, now: Date.now(), say });
} else {
  const { closeBase, openBase } = await import(join(root, 'src/base/open.ts'));
  await closeBase(await openBase(config, { warehouseStarts: 'when asked', isOnlyLooking: true, onUpgrade: say }));
}
console.log(JSON.stringify({ steps, lines }));
