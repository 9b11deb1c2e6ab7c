// The statements that the warehouse has run.
import type { Base } from '../../../src/base/base.ts';

/** Names of the statements that are read from now on, in order. */
export function statementsRead({ warehouse }: Pick<Base, 'warehouse'>): string[] {
  const names: string[] = [];
  const note = (statements: readonly { name?: string }[]): void => {
    for (const { name = 'without a name' } of statements) names.push(name);
  };
  const query = warehouse.query.bind(warehouse);
  warehouse.query = (target, statements, options) => {
    note('sql' in statements ? [statements] : statements);
    return query(target, statements, options);
  };
  const queryEach = warehouse.queryEach.bind(warehouse);
  warehouse.queryEach = (target, statements, options) => {
    note(statements);
    return queryEach(target, statements, options);
  };
  return names;
}
