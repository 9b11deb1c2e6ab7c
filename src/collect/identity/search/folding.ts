// The folded form of a text that people search by: lower case, no diacritics, single spaces.

export const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
