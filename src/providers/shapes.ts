// Values as ad platforms send them, now as text and now as number, read to one kind each.
import { z } from 'zod';
import { decimalOfNumber } from '../base/kit/decimals.ts';

/** An id; one past 2^53 comes as text already (http/json.ts). */
export const idText = z.union([z.string().min(1), z.int().nonnegative().transform(String)]);

/** A whole number that counts something. */
export const wholeNumber = z
  .union([z.int(), z.string().regex(/^\d{1,15}$/)])
  .transform(Number)
  .pipe(z.int().nonnegative());

/** Decimal text, from text or number. */
export const decimal = z
  .union([z.string().regex(/^-?\d+(\.\d+)?$/), z.number().transform((value) => decimalOfNumber(value) ?? '')])
  .transform((text) => text.replace(/^(-?)0+(?=\d)/, '$1'));

/** A value that a platform leaves out or writes as null or a dash is absent. */
export const optional = <Shape extends z.ZodType>(shape: Shape) =>
  z.preprocess((value) => (value === null || value === '' || value === '-' ? undefined : value), shape.optional());

/** An IANA time zone; UTC for what is none. */
export const timezone = z.preprocess((value) => (typeof value === 'string' && isZone(value) ? value : 'UTC'), z.string());

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
