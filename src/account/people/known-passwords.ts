// Which passwords are publicly known: those of lists of stolen ones, in any letter case, and frequent words of such lists with the digits
// and signs that people add to them. The data file contains hashes alone, sorted; bin/seeds/known-passwords.ts writes it from lists.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { projectFile } from '../../base/kit/paths.ts';

export const KNOWN_PASSWORDS_FILE = projectFile('seeds', 'known_passwords.bin');
/** Bits of each hash; among some 170,000 of them another password meets one by chance in one of six million cases. */
const BYTES = 5;
/** A shorter word would refuse what only looks like one. */
const LEAST_LETTERS = 4;

/** `whole` is a password of a list, `word` one so frequent that its variants are refused as well. */
export type KnownKind = 'whole' | 'word';

export const knownHash = (kind: KnownKind, text: string): Buffer =>
  createHash('sha256').update(`${kind}:${text}`).digest().subarray(0, BYTES);

let loading: Promise<Buffer> | undefined;

/** @param password Normalised and in lower case. */
export async function isKnownPassword(password: string): Promise<boolean> {
  // Read when the first password is set: 0.8 MB that most processes never need.
  loading ??= readFile(KNOWN_PASSWORDS_FILE);
  const hashes = await loading;
  const plain = withoutLeet(password);
  return [password, plain].some((form) => has(hashes, 'whole', form)) || isVariant(hashes, password);
}

function has(hashes: Buffer, kind: KnownKind, text: string): boolean {
  const wanted = knownHash(kind, text);
  let low = 0;
  let high = hashes.length / BYTES;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = hashes.compare(wanted, 0, BYTES, middle * BYTES, (middle + 1) * BYTES);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}

const LEET: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };
const withoutLeet = (text: string): string => text.replace(/[013457@$!]/g, (sign) => LEET[sign] as string);

/** A frequent word, with or without signs instead of letters, between digits and signs that anybody would add. */
function isVariant(hashes: Buffer, password: string): boolean {
  const [, before = '', rest = ''] = /^(\d*)(.*)$/s.exec(password) ?? [];
  if (!isUsualDigits(before)) return false;
  for (const [, word = '', digits = ''] of splitsOf(rest)) {
    if (!isUsualDigits(digits)) continue;
    const plain = withoutLeet(word);
    if (plain.replace(/\P{L}/gu, '').length < LEAST_LETTERS) continue;
    if (has(hashes, 'word', word) || has(hashes, 'word', plain)) return true;
  }
  return false;
}

/** Word and digits, the signs after them left off; a digit at the end of the word may represent a letter of it. */
function splitsOf(text: string): RegExpExecArray[] {
  const bare = text.replace(/[!?.,*#@$%&_-]{0,3}$/, '');
  const most = /\d*$/.exec(bare)?.[0].length ?? 0;
  const found: RegExpExecArray[] = [];
  for (let digits = 0; digits <= most; digits += 1) {
    const match = new RegExp(`^(.*?)[ _.\\-@#]?(\\d{${digits}})$`, 's').exec(bare);
    if (match) found.push(match);
  }
  return found;
}

/** Nothing, two digits, a year, one digit again and again, or a run such as 1234, 321 or 0987. */
function isUsualDigits(digits: string): boolean {
  if (digits.length <= 2 || /^(?:19|20)\d\d$/.test(digits) || /^(\d)\1*$/.test(digits) || /^(\d{2,3})\1+$/.test(digits))
    return true;
  return (
    ['01234567890', '09876543210', '1230', '69420'].some((run) => run.includes(digits)) || /^12345?6?7?8?9?0?\d?$/.test(digits)
  );
}
