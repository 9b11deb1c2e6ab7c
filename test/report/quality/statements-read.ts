// The statements that the warehouse has run.
import type { Base } from '../../../src/base/base.ts';

/** Names of the statements that are read from now on, in order. */
export function statementsRead({ warehouse }: Pick<Base, 'warehouse'>): string[] {
  const names: string[] = [];
  // `query` runs its statements by `queryEach`.
  const queryEach = warehouse.queryEach.bind(warehouse);
  warehouse.queryEach = (target, statements, options) => {
    for (const { name = 'without a name' } of statements) names.push(name);
    return queryEach(target, statements, options);
  };
  return names;
}
