// Values that forms, exports and careless code send where they know nothing: they identify nobody.

/** Dummy values that forms, exports and careless code send as an identifier; compared after folding. */
const PLACEHOLDERS = new Set(
  (
    'null nil none undefined nan na n/a unknown anonymous anonymous_user anon guest test testing default empty blank ' +
    'notset not_set notprovided not_provided notavailable not_available notapplicable not_applicable true false ' +
    '[objectobject] (null) (none) (notset) (not_set) <null> {} [] anonimo invitado ninguno desconocido'
  ).split(' '),
);

/** The most frequent sets of digits: Latin, Arabic, Persian, Devanagari. */
const ZEROS = /[0\u0660\u06f0\u0966]/g;

/** Is the (trimmed) text a placeholder such as `null`, `-1`, `0000`, `n/a`, or nothing but punctuation? */
export function isMeaningless(text: string): boolean {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, '');
  if (PLACEHOLDERS.has(folded)) return true;
  if (/^-\d$/.test(folded)) return true; // -1 and its like represent "no id" in many exports
  return !/[\p{L}\p{N}]/u.test(folded.replace(ZEROS, '')); // zeros and punctuation only
}
