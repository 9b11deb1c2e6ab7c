// A model as a statement, by its path under sql/models.
import type { AnyStatement, Param } from '../../base/warehouse/port.ts';
import { statementNamed } from '../../base/warehouse/statements.ts';

/** A model by its path under sql/models. */
export const model = (name: string, params?: Record<string, Param>): AnyStatement => statementNamed(`models/${name}`, params);
export const models = (...names: string[]): AnyStatement[] => names.map((name) => model(name));

/** All are left out where the relation has no row at the turn of the first; guards may be nested. */
export const unlessEmpty = (relation: string, statements: AnyStatement[]): AnyStatement[] =>
  statements.map((statement) => ({ ...statement, unlessEmpty: [relation, ...(statement.unlessEmpty ?? [])] }));
