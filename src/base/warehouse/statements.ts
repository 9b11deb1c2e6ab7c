// Statements of DuckDB by their names, with the types that `npm run sql` writes: what they take and what their rows hold.
import { sqlText } from '../sql/sql-files.ts';
import { headerOf } from './headers.ts';
import type { Param, Statement } from './port.ts';

export type { Param };

/** Parameters and rows of each statement by its name; the generated files add theirs (`npm run sql`). `needed`: the parameters of all that it needs. */
// biome-ignore lint/suspicious/noEmptyInterface: the generated files fill it
export interface WarehouseStatements {}
export type WarehouseName = keyof WarehouseStatements;
export type WarehouseRow<Name extends WarehouseName> = WarehouseStatements[Name]['row'];
type OwnParams<Name extends WarehouseName> = WarehouseStatements[Name]['params'];
type Arguments<Params> = keyof Params extends never ? [] : [params: Params];

/** The statement of `sql/<name>.sql` on its own, without what it needs. */
export function statement<Name extends WarehouseName>(
  name: Name,
  ...[params]: Arguments<OwnParams<Name>>
): Statement<WarehouseRow<Name>> {
  return statementNamed(name, params);
}

/** As `statement`, of sealed facts: the archive fills in the segment (`$source`). */
export const statementOfSegment = <Name extends WarehouseName>(
  name: Name,
  params: Omit<OwnParams<Name>, 'source'>,
): Statement<WarehouseRow<Name>> => statementNamed(name, Object.fromEntries(Object.entries(params)));

/** As `statement`, for a name that is found at run time; its rows have no type. */
export function statementNamed(name: string, params?: Readonly<Record<string, Param>>): Statement<never> {
  const { unlessEmpty } = headerOf(name);
  return {
    name,
    sql: sqlText(name),
    ...(params ? { params } : {}),
    ...(unlessEmpty.length > 0 ? { unlessEmpty: [...unlessEmpty] } : {}),
  };
}
