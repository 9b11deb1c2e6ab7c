// Writes seeds/known_passwords.bin from lists of stolen passwords, one a line, the first in order of frequency:
// bin/run node bin/seeds/known-passwords.ts LIST [LIST …]. Of the lists themselves nothing is kept but hashes.
import { readFileSync, writeFileSync } from 'node:fs';
import { KNOWN_PASSWORDS_FILE, knownHash } from '../../src/account/people/index.ts';

/** Shorter ones are refused for their length. */
const LEAST_CHARACTERS = 10;
/** The most frequent passwords whose variants are refused too, when they are words. */
const WORDS = 20_000;
const WORD = /^\p{L}[\p{L}\d]{3,}$/u;

const lists = process.argv.slice(2).map((file) => readFileSync(file, 'latin1').split(/\r?\n/));
const [byFrequency = []] = lists;
if (byFrequency.length === 0) throw new Error('Name at least one list, one password a line.');
const formOf = (line: string): string => Buffer.from(line, 'latin1').toString('utf8').normalize('NFKC').toLowerCase();

const hashes = new Set<string>();
for (const list of lists)
  for (const form of list.map(formOf))
    if ([...form].length >= LEAST_CHARACTERS) hashes.add(knownHash('whole', form).toString('hex'));
const wholes = hashes.size;
for (const form of byFrequency.slice(0, WORDS).map(formOf))
  if (WORD.test(form)) hashes.add(knownHash('word', form).toString('hex'));
writeFileSync(KNOWN_PASSWORDS_FILE, Buffer.from([...hashes].sort().join(''), 'hex'));
console.log(`${wholes} passwords and ${hashes.size - wholes} words in ${KNOWN_PASSWORDS_FILE}`);
