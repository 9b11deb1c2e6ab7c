// JSON that is stored as text has one shape per column, through which it is read and written: what is stored otherwise is an error that names
// the column and the place in it, never the value. `storedJson` registers the columns; a shape test compares them with the schema.
import { z } from 'zod';

/** The stored value does not fit its schema. */
export class StoredJsonInvalid extends Error {}

export interface StoredJson<T> {
  /** Throws StoredJsonInvalid. */
  read(text: string): T;
  /** As `read`, for a column that may be null. */
  readOrNull(text: string | null): T | null;
  /** The value, or undefined where the text is not of the shape. */
  readIfValid(text: string): T | undefined;
  /** Throws StoredJsonInvalid before anything is stored. */
  write(value: T): string;
}

export const jsonObject = z.record(z.string(), z.unknown());

/** Reads JSON of a known shape; `what` names it in the error. */
export function readJson<T>(what: string, shape: z.ZodType<T>, text: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new StoredJsonInvalid(`${what} is not valid JSON.`);
  }
  return checked(what, shape, value);
}

function checked<T>(what: string, shape: z.ZodType<T>, value: unknown): T {
  const found = shape.safeParse(value);
  if (found.success) return found.data;
  const [issue] = found.error.issues;
  const place = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : '';
  throw new StoredJsonInvalid(`${what} is not of its shape${place}: ${issue?.message}`);
}

const shapes = new Map<string, (text: string) => unknown>();

/** By `table.column`: what reads its texts, of the slices that are loaded. */
export const storedShapes = (): ReadonlyMap<string, (text: string) => unknown> => shapes;

/** Columns (`table.column`), or other places of stored JSON, of one shape. */
export function storedJson<T>(columns: string | readonly string[], shape: z.ZodType<T>): StoredJson<T> {
  const what = [columns].flat().join(', ');
  const read = (text: string): T => readJson(what, shape, text);
  for (const column of [columns].flat()) shapes.set(column, read);
  return {
    read,
    readOrNull: (text) => (text === null ? null : read(text)),
    readIfValid: (text) => {
      try {
        return read(text);
      } catch (error) {
        if (error instanceof StoredJsonInvalid) return undefined;
        throw error;
      }
    },
    write: (value) => JSON.stringify(checked(what, shape, value)),
  };
}
