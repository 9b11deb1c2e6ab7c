// Rows that are not imported, as CSV for a spreadsheet: a text that it would take for a formula is preceded by an apostrophe.
import { closeSync, openSync, writeSync } from 'node:fs';
import type { RejectRow } from '../../collect/payments/index.ts';

const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u;

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const lineOf = (texts: readonly string[]): string => `${texts.map(cell).join(',')}\r\n`;

export const REJECTS_HEADER = lineOf(['file', 'line', 'reason', 'words']);

export const rejectedLine = (file: string, { line, reason, words = '' }: Parameters<RejectRow>[0]): string =>
  lineOf([file, String(line), reason, words]);

export interface RejectsFile {
  ofFile: (file: string) => RejectRow;
  close: () => void;
}

const FLUSH_CHARACTERS = 65_536;

/** Opened at once: a place where nothing can be written is refused before the first row is. */
export function openRejects(path: string): RejectsFile {
  const fd = openSync(path, 'w', 0o600);
  let waiting = REJECTS_HEADER;
  const flush = (): void => {
    writeSync(fd, waiting);
    waiting = '';
  };
  return {
    ofFile: (file) => (row) => {
      waiting += rejectedLine(file, row);
      if (waiting.length > FLUSH_CHARACTERS) flush();
    },
    close: () => {
      flush();
      closeSync(fd);
    },
  };
}
