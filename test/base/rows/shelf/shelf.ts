// The shelf of workbooks by real writers, and what each of them means.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = import.meta.dirname;

export interface Book {
  name: string;
  file: string;
  bytes: Buffer;
  /** The program computed its formulas. */
  isComputed: boolean;
  /** It kept fifteen digits of each number. */
  isShortened: boolean;
  /** The zone of the machine that it was written on. */
  zone: string;
}

export const shelf: Book[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.xlsx'))
  .sort()
  .map((file) => ({
    name: file.replace('.xlsx', ''),
    file: join(FOLDER, file),
    bytes: readFileSync(join(FOLDER, file)),
    isComputed: !/^(?:xlsxwriter|openpyxl|write-excel-file)/.test(file),
    isShortened: file.startsWith('libreoffice'),
    zone: file.includes('santiago') ? 'America/Santiago' : file.includes('paris') ? 'Europe/Paris' : 'UTC',
  }));
