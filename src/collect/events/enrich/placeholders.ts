// Texts that replace a value that a sender did not have: words of programs, errors of the sheet from which links were made, and templates that an
// ad platform or a mail service should have filled in. They say nothing about the origin of a visit.

const WORDS = new Set(['null', 'undefined', 'nan', '(null)', '(undefined)', '(not set)', '(not provided)', '[object object]']);

/** Errors of a cell, in English, German, French and Spanish. */
const SHEET_ERRORS = new Set(
  '#n/a #ref! #value! #name? #null! #num! #div/0! #nv #bezug! #wert! #zahl! #valeur! #nom? #nombre! #n/d #¡ref! #¡valor! #¿nombre? #¡num! #¡div/0!'.split(
    ' ',
  ),
);

/** `{{campaign.id}}`, `{campaignid}`, `${source}`, `%%SITE%%`, `__CID__`, `*|CAMPAIGN|*`, `<<name>>`, `<name>`. */
const MACRO = /\{\{[^{}]*\}\}|\$?\{[^{}]*\}|%%[^%\s]+%%|\b__\w+?__\b|\*\|[^|]*\|\*|<<?[^<>]*>>?/g;
/** `[CAMPAIGN_ID]`: in capitals alone, since people write `[Brand]` in the names of campaigns. */
const BRACKETS = /^\[[A-Z][A-Z0-9_.]*\]$/;
const MARK = /[{[_%*<]/;
const MEANING = /[\p{L}\p{N}]/u;

/** Does the text say that a value is missing? So does one that is made of templates and separators alone. */
export function isPlaceholder(value: string): boolean {
  const text = value.trim();
  if (text === '') return true;
  if (text.length < 20 && (WORDS.has(text.toLowerCase()) || SHEET_ERRORS.has(text.toLowerCase()))) return true;
  if (!MARK.test(text)) return false;
  return BRACKETS.test(text) || !MEANING.test(text.replace(MACRO, ''));
}

/** An id has no place for a template: one that contains any is no id. */
export const isNoId = (value: string): boolean =>
  isPlaceholder(value) || /[{}]/.test(value) || /^\[.*\]$/s.test(value.trim()) || /%%\w+%%/.test(value);
