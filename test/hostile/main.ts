// The hostile suite: what strangers, other tenants, agents and forged files try, in a network of its own that leads nowhere. Prints for each kind its
// figure, target, rounds and seed; exits 1 when one misses its target, 2 when there is no such network.
// usage: npm run hostile -- [--only NAME[,NAME…]] [--rounds N] [--seed S] [--write] [--list]
import { parseArgs } from 'node:util';
import { projectFile } from '../../src/base/kit/paths.ts';
import { conclude, type Line, print, runFile, wholeNumber } from '../faults/tools/lines.ts';
import { openNamespace } from './outside/namespace.ts';

interface Kind {
  what: string;
  /** Without --rounds. */
  rounds: number;
}

/** By the name of the file under test/hostile. */
const kinds: Record<string, Kind> = {
  outbound: { what: 'addresses that customers name and that lead inside', rounds: 2 },
  access: { what: 'every operation by every credential, with the ids of others', rounds: 1 },
  guards: { what: 'guards that are on, by operations in any order', rounds: 2 },
  moves: { what: 'forged move files', rounds: 150 },
};

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string' },
    seed: { type: 'string' },
    write: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const requests = options.only?.split(',') ?? Object.keys(kinds);
const unknown = requests.filter((name) => !Object.hasOwn(kinds, name));
const [rounds, seedAsked] = [wholeNumber('rounds', options.rounds), wholeNumber('seed', options.seed)];

async function runAll(within: readonly string[]): Promise<Line[]> {
  const all: Line[] = [];
  for (const [name, kind] of Object.entries(kinds).filter(([each]) => requests.includes(each))) {
    const began = performance.now();
    const seed = seedAsked ?? Math.floor(Math.random() * 2 ** 31);
    const file = projectFile('test', 'hostile', `${name}.test.ts`);
    const run = { file, what: kind.what, seed, rounds: rounds ?? kind.rounds };
    const lines = await runFile({ ...run, env: { TEST_FILE_MINUTES: '120' }, within });
    print(lines, performance.now() - began);
    all.push(...lines);
  }
  return all;
}

if (unknown.length > 0) {
  console.error(`There is no kind ${unknown.join(', ')}; there are ${Object.keys(kinds).join(', ')}.`);
  process.exitCode = 2;
} else if (options.list) {
  for (const [name, { what, rounds: own }] of Object.entries(kinds)) console.log(`${name.padEnd(10)} ${what} (${own} runs)`);
} else {
  const namespace = openNamespace();
  if (typeof namespace === 'string') {
    console.error(namespace);
    process.exitCode = 2;
  } else {
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const)
      process.once(signal, () => {
        namespace.close();
        process.exit(code);
      });
    try {
      const lines = await runAll(namespace.within);
      process.exitCode = conclude(lines, options.write ? '## Hostile callers' : undefined);
    } finally {
      namespace.close();
    }
  }
}
