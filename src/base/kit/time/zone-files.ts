// Time zones as an operating system keeps them: a folder of TZif files (RFC 9636) with the version of their table in tzdata.zi.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ZoneShifts } from './zone-shifts.ts';

/** No fact is older than the first; after the second the clocks stay as they are then. Seconds since 1970. */
export const SHIFTS_FROM = Date.parse('2000-01-01T00:00Z') / 1000;
export const SHIFTS_UNTIL = Date.parse('2070-01-01T00:00Z') / 1000;

const HEADER_BYTES = 44;
const DAY = 86_400;

const indexOf = (folder: string): string => readFileSync(join(folder, 'tzdata.zi'), 'utf8');

/** The version of a folder's table, such as 2026f. Throws where the folder has none. */
export function versionOfZoneFolder(folder: string): string {
  const version = /^# version (20\d\d[a-z])$/m.exec(indexOf(folder))?.[1];
  if (version === undefined) throw new Error(`${join(folder, 'tzdata.zi')} does not name the version of its table of time zones`);
  return version;
}

/** Every name of a zone in the folder, links included. */
export const namesInZoneFolder = (folder: string): string[] =>
  indexOf(folder)
    .split('\n')
    .flatMap((line) => {
      const [kind, first = '', second = ''] = line.split(' ');
      if (kind === 'Z') return [first];
      return kind === 'L' ? [second] : [];
    });

/** The shifts of a zone by its file. Throws where there is none, or one of another form. */
export const shiftsInZoneFolder = (folder: string, name: string): ZoneShifts => shiftsOfFile(readFileSync(join(folder, name)));

interface Counts {
  /** In bytes, of the block behind the header. */
  size: number;
  times: number;
  types: number;
}

function readHeader(file: Buffer, at: number, wordBytes: 4 | 8): Counts {
  if (file.toString('latin1', at, at + 4) !== 'TZif') throw new Error('the file is not a time zone in the form TZif');
  const count = (place: number): number => file.readUInt32BE(at + 20 + 4 * place);
  const [isUtc, isStandard, leaps, times, types, letters] = [count(0), count(1), count(2), count(3), count(4), count(5)];
  const size = times * (wordBytes + 1) + types * 6 + letters + leaps * (wordBytes + 4) + isStandard + isUtc;
  return { size, times, types };
}

/** The second block, of 64 bits, and the rule in the line behind it. */
export function shiftsOfFile(file: Buffer): ZoneShifts {
  if ((file[4] ?? 0) < 0x32) throw new Error('the time zone has no times of 64 bits');
  const second = HEADER_BYTES + readHeader(file, 0, 4).size;
  const { size, times, types } = readHeader(file, second, 8);
  const begin = second + HEADER_BYTES;
  const offsetOf = (type: number): number => file.readInt32BE(begin + times * 9 + type * 6);
  const changes = Array.from({ length: times }, (_, at): [number, number] => [
    Number(file.readBigInt64BE(begin + at * 8)),
    offsetOf(file[begin + times * 8 + at] ?? 0),
  ]);
  const rule = file.toString('latin1', begin + size + 1, file.length).split('\n')[0] ?? '';
  const last = changes.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY;
  const after = rule === '' ? [] : changesByRule(rule).filter(([from]) => from > last);
  const first = changes.findLast(([from]) => from <= SHIFTS_FROM)?.[1];
  const initial = first ?? after.findLast(([from]) => from <= SHIFTS_FROM)?.[1] ?? (types > 0 ? offsetOf(0) : 0);
  return withoutRepeats([[0, initial], ...[...changes, ...after].filter(([from]) => from > SHIFTS_FROM && from < SHIFTS_UNTIL)]);
}

/** A file also names changes of what the clocks are called, which show the same. */
const withoutRepeats = (shifts: ZoneShifts): ZoneShifts =>
  shifts.filter(([, shift], at) => at === 0 || shift !== shifts[at - 1]?.[1]);

const NAME = '(?:[A-Za-z]{3,}|<[A-Za-z0-9+-]+>)';
const OFFSET = '[+-]?\\d{1,3}(?::\\d{2}){0,2}';
const DAY_OF_YEAR = `M\\d{1,2}\\.\\d\\.\\d(?:/${OFFSET})?`;
const RULE = new RegExp(`^${NAME}(${OFFSET})(?:${NAME}(${OFFSET})?,(${DAY_OF_YEAR}),(${DAY_OF_YEAR}))?$`);

function secondsOf(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(/^[+-]/, '').split(':').map(Number);
  return (text.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds);
}

/** The changes of each year by a rule in the form of POSIX, as RFC 9636 extends it: `CET-1CEST,M3.5.0,M10.5.0/3`. */
function changesByRule(rule: string): [number, number][] {
  const match = RULE.exec(rule);
  if (!match) throw new Error(`the rule ${rule} of a time zone is of another form`);
  const standard = -secondsOf(match[1] ?? '0');
  const [begins, ends] = [match[3], match[4]];
  if (begins === undefined || ends === undefined) return [[Number.MIN_SAFE_INTEGER, standard]];
  const summer = match[2] === undefined ? standard + 3600 : -secondsOf(match[2]);
  const changes: [number, number][] = [];
  for (let year = 1999; year < 2070; year += 1)
    changes.push([wallOf(year, begins) - standard, summer], [wallOf(year, ends) - summer, standard]);
  return changes.sort(([a], [b]) => a - b);
}

/** `M10.5.0/3`: the last Sunday of October, 03:00 of the clocks before the change, as if they were UTC. */
function wallOf(year: number, text: string): number {
  const [date = '', time = '2'] = text.slice(1).split('/');
  const [month = 1, week = 1, weekday = 0] = date.split('.').map(Number);
  const first = Date.UTC(year, month - 1, 1) / 1000;
  const daysOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const day = ((weekday - new Date(first * 1000).getUTCDay() + 7) % 7) + 7 * (week - 1);
  return first + (day < daysOfMonth ? day : day - 7) * DAY + secondsOf(time);
}
