// Headers and words are compared without case and accents; blanks, underscores and hyphens are one. A name may have a part in braces that varies and
// carries a fact: `Amount spent ({currency})`.

import { BoundedMap } from '../../../base/kit/bounded-map.ts';

const DASHES = /[\u2010-\u2015\u2212]/g;

/** How a header or a word is compared. Signs that tell columns apart (#, %, $, brackets) are kept. */
export const comparable = (text: string): string => (text.length > LONGEST_KEPT ? folded(text) : forms.get(text, folded));

/** Columns of states and types have few words, which come again in each row. */
const forms = new BoundedMap<string>(5_000);
const LONGEST_KEPT = 60;

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(DASHES, '-')
    .toLowerCase()
    .replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')
    .replace(/[\s_\u00a0\u202f\ufeff]+/g, ' ')
    .replace(/\s*:\s*$/, '')
    .trim();

/** `Montant dÃ©pensÃ©`: UTF-8 that was once read as Latin-1. The text that it was, or the same. */
export function repaired(text: string): string {
  if (!/[ÃÂ][\u0080-\u00bf\u2000-\u2122]/.test(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  if (bytes.toString('latin1') !== text) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return text;
  }
}

const SLOT = /\{([a-z_]+)\}/g;
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Longer texts match no template: a pattern could be made to run for long. */
const LONGEST = 1_000;

export interface Template {
  /** The parts in braces by name; undefined where the text is another. */
  match: (text: string) => Readonly<Record<string, string>> | undefined;
}

/**
 * A text with parts in braces that vary, each as short as it can be and without blanks.
 * @param isWhole Must be the whole text, or may be anywhere in it.
 */
export function templateOf(template: string, isWhole: boolean): Template {
  const slots = [...template.matchAll(SLOT)].map(([, slot]) => slot as string);
  const plain = comparable(template.replace(SLOT, '\u0000'));
  const body = plain
    .split('\u0000')
    .map((part) => escaped(part).replaceAll(' ', '[\\s_-]+'))
    .join('(\\S+)');
  const pattern = new RegExp(isWhole ? `^${body}$` : body, 'i');
  return {
    match: (text) => {
      if (text.length > LONGEST) return undefined;
      const [whole, ...parts] = pattern.exec(spaced(text)) ?? [];
      return whole === undefined
        ? undefined
        : Object.fromEntries(slots.map((slot, at) => [slot, (parts[at] ?? '').replace(/[.,;]$/, '')]));
    },
  };
}

/** As `comparable`, but with capitals and underscores as they are, since ids are cut from it. */
const spaced = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(DASHES, '-')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim();

export const hasSlot = (text: string): boolean => text.search(SLOT) >= 0;
