// Values of other tools' calls, which are hostile until they are read.

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectIn = (value: unknown): Json => (isObject(value) ? value : {});
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A text that is not empty, or a number as text. */
export function textIn(value: unknown): string | undefined {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

/** The members that have a value; undefined where none has. */
export function filledOf(members: Readonly<Record<string, unknown>>): Record<string, string> | undefined {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(members)) {
    const text = textIn(value);
    if (text !== undefined) found[name] = text;
  }
  return Object.keys(found).length === 0 ? undefined : found;
}

/** Members under a prefix or of a list of names. */
export function membersOf(from: Json, names: readonly string[]): Record<string, string> | undefined {
  return filledOf(Object.fromEntries(names.map((name) => [name, from[name]])));
}
