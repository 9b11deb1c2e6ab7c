// Runs one command of a move on a data folder, and ends without warning at its n-th step, or not at all. Run as a process of its own:
// node move-child.ts <folder> <command> <arguments as JSON> <step>

import { collectHooks } from '../../../src/base/contract/hooks.ts';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { type CommandName, commands } from '../../../src/doors/jobs/commands.ts';
import { slices } from '../../../src/slices.ts';
import { testConfig } from '../../base/folder.ts';

const [folder = '', name = '', args = '{}', step = '0'] = process.argv.slice(2);
const base = await openBase(testConfig(folder), { clock: fakeClock('2026-03-20T12:00:00Z'), warehouseStarts: 'when asked' });
collectHooks(base, [...slices]);
let steps = 0;

/** Before and after each of what writes. */
function count(): void {
  steps += 1;
  if (steps === Number(step)) process.kill(process.pid, 'SIGKILL');
}

function watch<T extends object>(store: T, names: (keyof T)[]): void {
  for (const each of names) {
    const method = store[each];
    if (typeof method !== 'function') continue;
    const watched = (...values: unknown[]): unknown => {
      count();
      const result: unknown = Reflect.apply(method, store, values);
      if (result instanceof Promise) return result.finally(count);
      count();
      return result;
    };
    Object.defineProperty(store, each, { value: watched, configurable: true });
  }
}

watch(base.journal, ['whenWritten', 'adoptOutcomes', 'adopt', 'purge', 'reopen']);
watch(base.archive, ['seal', 'purge']);
watch(base.warehouse, ['remove']);
watch(base.state, ['tx']);

const isName = (text: string): text is CommandName => text in commands;
if (!isName(name)) throw new Error(`there is no command ${name}`);
await commands[name](base, JSON.parse(args), () => undefined);
await closeBase(base);
console.log(steps);
