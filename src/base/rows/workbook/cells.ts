// The value of a cell as text with a mark of what it is, and what the cells of a column have in common. Numbers are never formatted: they keep the
// digits of the file.
import { damaged } from './archive.ts';
import type { NumberKind } from './number-formats.ts';
import { cleanText } from './parts.ts';

/** Before a number of the sheet's own, which has a decimal point in every notation. */
export const NUMBER_MARK = '\u001f';
/** Before a cell without a value: the error that it shows, or nothing for a formula that nobody computed. */
export const ERROR_MARK = '\u001e';
/** Before a date and time, until the seconds that its column lost are known. */
export const DATE_MARK = '\u001d';

export interface RawCell {
  /** Of the file: `s`, `n`, `b`, `e`, `d`, `str`, `inlineStr`; undefined is a number. */
  type: string | undefined;
  style: number;
  value: string;
  inline: string;
  isFormula: boolean;
}

export interface CellReading {
  strings: readonly string[];
  kinds: readonly NumberKind[];
  is1904: boolean;
  isUncomputed: boolean;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const ISO = /^(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?)?(?:Z|[+-]\d\d:\d\d)?$/;
const DAY_SECONDS = 86_400;
/** 1904-01-01 counted from 1899-12-30. */
const DAYS_OF_1904 = 1_462;
/** 9999-12-31. */
const LAST_DAY = 2_958_465;
const EPOCH_MS = Date.UTC(1899, 11, 30);

/** `2026-03-14 09:26:53`; a day alone at midnight. */
function clockText(ms: number): string {
  const [day = '', time = ''] = new Date(ms).toISOString().slice(0, 19).split('T');
  return time === '00:00:00' ? day : `${day} ${time}`;
}

/** A number of days as a date and time, to the second: a second is a fraction of a day, and mostly just missed. */
export function dateOfSerial(raw: string, is1904: boolean): string | undefined {
  const days = Number(raw);
  if (!(days >= 0 && days < LAST_DAY)) return undefined;
  const seconds = Math.round(days * DAY_SECONDS);
  if (days < 1) return new Date(seconds * 1000).toISOString().slice(11, 19);
  return clockText(EPOCH_MS + (seconds + (is1904 ? DAYS_OF_1904 * DAY_SECONDS : 0)) * 1000);
}

/** A date that a file writes in ISO 8601 is the sheet's own clock, whatever zone it names. */
function dateOfIso(text: string): string | undefined {
  const [, day, hour = '00', minute = '00', second = '00', fraction = ''] = ISO.exec(text) ?? [];
  if (day === undefined) return undefined;
  const ms = Date.parse(`${day}T${hour}:${minute}:${second}Z`) + Math.round(Number(`0${fraction}`)) * 1000;
  return Number.isNaN(ms) ? undefined : clockText(ms);
}

/** A share as it is shown: 12.5%. */
const shareText = (raw: string): string => `${Number((Number(raw) * 100).toPrecision(12))}%`;

function ofNumber(raw: string, kind: NumberKind, is1904: boolean): string {
  if (!NUMBER.test(raw)) return cleanText(raw);
  if (kind === 'percent') return shareText(raw);
  const isDate = kind === 'date' || (kind === 'elapsed' && Number(raw) < 1);
  const date = isDate ? dateOfSerial(raw, is1904) : undefined;
  return date === undefined ? NUMBER_MARK + raw : DATE_MARK + date;
}

/** The text of a cell with its mark; empty for one without a value. */
export function textOfCell({ type, style, value, inline, isFormula }: RawCell, reading: CellReading): string {
  const { strings, kinds, is1904, isUncomputed } = reading;
  const raw = value.trim();
  if (type === 's') {
    const text = strings[Number(raw)];
    if (text === undefined) throw damaged('a cell names a text that is not there');
    return text;
  }
  if (type === 'inlineStr') return inline === '' ? cleanText(value) : inline;
  if (type === 'str') return cleanText(value);
  if (raw === '') return isFormula ? ERROR_MARK : inline;
  if (type === 'e') return ERROR_MARK + cleanText(raw);
  if (type === 'b') return raw === '1' || raw === 'true' ? 'TRUE' : 'FALSE';
  if (type === 'd') {
    const date = dateOfIso(raw);
    return date === undefined ? cleanText(raw) : DATE_MARK + date;
  }
  // Programs that compute nothing write 0 for what a formula comes to, and ask for it to be computed when the file is opened.
  if (isFormula && isUncomputed && Number(raw) === 0) return ERROR_MARK;
  return ofNumber(raw, kinds[style] ?? 'number', is1904);
}
