// No row is read by a text or cast: a check of one file, with the sentence that teaches.

const BY_TEXT = /\b\w*[rR]ows?(?:\?\.)?(?:\[\w+\])?(?:\?\.)?\['\w+'\]/;
/** Parsed JSON has a schema of its own, or should have: it is no cast of the row. */
const CAST = /(?<!JSON\.parse\()\b[a-z]*[rR]ows?\b(?:\.\w+|\?\.\w+|\[[^\]]+\])*\)* as (?!const\b)[\w{('[]/;

const teach = (place: string, line: string): string =>
  `${place}: ${line.trim()}\n` +
  "A row knows its columns: write row.name. What no engine knows a statement says: \"-- columns: role 'owner'|'member', email?\" (then npm run sql).";

export function findRowFaults(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, at) => {
    const code = line.replace(/\/\/.*$/, '');
    if (/^\s*(?:\*|\/\*\*)/.test(code) || /^(?:import|export) /.test(code)) return [];
    // A type's member is no value.
    const isFault = BY_TEXT.test(code.replace(/\b(?:[A-Z]\w*)?Row\b\[/g, '[')) || CAST.test(code);
    return isFault ? [teach(`${file}:${at + 1}`, line)] : [];
  });
}
