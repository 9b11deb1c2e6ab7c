// Errors of token endpoints in the form of the RFC, for providers that have one of their own.
import { z } from 'zod';

const errorBody = z.looseObject({
  error: z.unknown().optional(),
  error_description: z.unknown().optional(),
  code: z.unknown().optional(),
  status: z.unknown().optional(),
  message: z.unknown().optional(),
});
const ownError = z.looseObject({ code: z.unknown().optional(), type: z.unknown().optional(), message: z.unknown().optional() });
const textOf = (...values: unknown[]): string | undefined =>
  values.find((value) => typeof value === 'string' && value !== '')?.toString();

/** An error as the RFC has it. Of another form: the code and the words that the provider has in fields of its own. */
export function regularError(text: string): string {
  const parsed = errorBody.safeParse(jsonOf(text));
  if (!parsed.success) return text;
  const { error, error_description, code, status, message } = parsed.data;
  const own = ownError.safeParse(error).data;
  const name = textOf(error, own?.code, own?.type, code, status, message, own?.message);
  const words = textOf(error_description, message, own?.message);
  return name === undefined
    ? text
    : JSON.stringify({ error: name, ...(words === undefined ? {} : { error_description: words }) });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
