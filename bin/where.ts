// Answers where an operation is: `node bin/where.ts getOverview` prints its contract entry, handler, statements and test, and what each
// statement of the warehouse is made from, down to the tables.
import { lineageOf } from '../src/base/warehouse/lineage.ts';
import { placesOf } from './operation-places.ts';

// A reader that ends early, as `head` does, has read enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const NONE = '(none)';
const [operationId] = process.argv.slice(2);
if (!operationId || !/^[a-z]\w*$/.test(operationId)) {
  process.stderr.write('usage: node bin/where.ts <operationId>, e.g. getOverview\n');
  process.exit(2);
}

const { contract, handler, statements, others, labels, test } = placesOf(operationId);
if (!contract) {
  process.stderr.write(`no contract.yaml has the operation ${operationId}\n`);
  process.exit(1);
}
const print = (name: string, place: string): boolean => process.stdout.write(`${name.padEnd(9)}  ${place}\n`);
print('contract', contract);
print('handler', handler ?? NONE);
for (const file of statements.length > 0 ? new Set(statements.map((each) => each.file)) : [NONE]) print('statement', file);
for (const file of new Set(others.map((each) => each.file))) print('also', file);
print('test', test ?? NONE);
const roots = statements.filter(({ name }) => name.startsWith('warehouse/'));
for (const { name, file } of roots) {
  const lines = lineageOf(name, labels);
  if (lines.length === 0) continue;
  process.stdout.write(`\n${file}\n`);
  for (const { depth, relation, file: maker } of lines)
    process.stdout.write(`${'  '.repeat(depth)}${relation}  ${maker ?? '(table)'}\n`);
}
