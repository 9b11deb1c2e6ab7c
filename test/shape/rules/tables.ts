// Which tables of state a statement may touch: those of its own slice and of the slices that it may import.
import { createRequire } from 'node:module';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { type OwnedTable, ownedTables } from '../../../src/base/state/owned-tables.ts';
import type { StatementText } from '../../../src/base/state/statements.ts';

interface Rule {
  name: string;
  from: { path?: string };
  to: { path?: string };
}
const { forbidden }: { forbidden: readonly Rule[] } = createRequire(import.meta.url)(projectFile('.dependency-cruiser.cjs'));

/** The slices in the order of the import rule: each rule `order-…` forbids one to import those after it. */
export const order = forbidden
  .filter(({ name }) => name.startsWith('order-'))
  .flatMap(({ from, to }, at, rules) => (at < rules.length - 1 ? [from.path] : [from.path, to.path]))
  .map((path = '') => path.replace(/^\^src\/(?:\(\?:)?|\)?\/$/g, ''));

/** Why a statement of a slice may not touch the table; undefined where it may. */
function faultOf(slice: string, { table, slice: owner }: OwnedTable): string | undefined {
  if (owner === slice || owner === 'base') return undefined;
  const [own, others] = [order.indexOf(slice), order.indexOf(owner)];
  // Doors come after every slice; base comes before them all.
  if (slice.startsWith('doors/') || (own >= 0 && others >= 0 && others < own)) return undefined;
  return `${table} belongs to ${owner}, which ${slice} may not import: ask ${owner} by its index.ts, or follow it by a hook`;
}

const byName = new Map(ownedTables().map((table) => [table.table, table]));

export function findForeignTables({ place, slice, text }: Omit<StatementText, 'name'>): string[] {
  const named = text.replace(/--[^\n]*/g, '').matchAll(/\b(?:from|join|into|update)\s+(\w+)/g);
  return [...named].flatMap(([, table = '']) => {
    const owned = byName.get(table);
    const fault = owned && faultOf(slice, owned);
    return fault === undefined ? [] : [`${place}: ${fault}`];
  });
}
