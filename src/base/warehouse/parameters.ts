// The facts about a statement before the engine has it: its name, and whether its parameters are present and can be bound.
import { parameterNames } from '../sql/sql-files.ts';
import { type AnyStatement, type Param, WarehouseFailure } from './port.ts';

/** The first comment line of a statement, which says its grain, or the beginning of its text. */
export function titleOf(sql: string): string {
  const comment = /^\s*--\s*(.*)$/m.exec(sql)?.[1];
  return `[${comment ?? sql.trim().replace(/\s+/g, ' ').slice(0, 80)}]`;
}

/** @throws WarehouseFailure `parameters` naming the statement and what is wrong. */
export function checkParameters({ sql, params = {} }: AnyStatement): void {
  const wanted = parameterNames(sql);
  const refuse = (what: string): never => {
    throw new WarehouseFailure('parameters', `${titleOf(sql)} ${what}`);
  };
  for (const name of wanted) if (params[name] === undefined) refuse(`The parameter $${name} is missing.`);
  for (const [name, value] of Object.entries(params)) {
    if (!wanted.has(name)) refuse(`There is no parameter $${name}.`);
    if (!isParam(value)) refuse(`The value of $${name} is of no kind that can be bound.`);
  }
}

const MAX_128 = (1n << 127n) - 1n;

/** Can it be bound to a parameter? */
export function isParam(value: unknown): value is Param {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'bigint') return value <= MAX_128 && value >= -MAX_128;
  if (!Array.isArray(value)) return false;
  return value.every((item) => typeof item === 'string') || value.every((item) => typeof item === 'bigint' && isParam(item));
}
