// The folded form of a text that people search by: lower case, no diacritics, single spaces, and one small sigma as the index has it.

export const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ').replace(/\s+/g, ' ').trim();
