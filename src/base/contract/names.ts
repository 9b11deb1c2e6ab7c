// Names that people give to things: one rule for all of them.
import { ApiError } from './api-error.ts';

const MAX_CHARACTERS = 200;

/** Controls, and marks that turn round how the text after them is read. */
const NOT_IN_NAMES = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u;

/** Outer spaces go; blank, too long, control characters and broken Unicode are refused under the field's name. */
export function checkedName(field: string, value: string): string {
  const name = value.trim();
  if (name === '') throw new ApiError('validation_error', `${field}: must not be blank.`);
  if (name.length > MAX_CHARACTERS) throw new ApiError('validation_error', `${field}: at most ${MAX_CHARACTERS} characters.`);
  if (!name.isWellFormed() || NOT_IN_NAMES.test(name)) {
    throw new ApiError('validation_error', `${field}: has characters that no name has.`);
  }
  return name;
}
