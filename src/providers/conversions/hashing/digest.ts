// From a value to the form that a destination compares: written by a rule of the destination, then hashed, where it is hashed here.
import { createHash } from 'node:crypto';

/** The form of a value that a destination hashes; undefined for what it could not match. */
export type Rule = (text: string) => string | undefined;

const DIGEST = /^[0-9a-f]{64}$/i;

export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** In lower-case hex. A value that is a digest already is not hashed twice. */
export function digest(rule: Rule, text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  if (trimmed === undefined || trimmed === '') return undefined;
  if (DIGEST.test(trimmed)) return trimmed.toLowerCase();
  const normalised = rule(trimmed);
  return normalised === undefined ? undefined : sha256(normalised);
}

/** Each digest once. */
export const digests = (rule: Rule, texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => digest(rule, text) ?? [])),
];
