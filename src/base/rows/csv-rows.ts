// CSV as a stream of rows by column name. A row that cannot be read is reported by its line and skipped alone.
import { type CsvLine, CsvLines, NOT_UTF8 } from './csv-lines.ts';

export { NOT_UTF8 } from './csv-lines.ts';

/** A row of a file, by the line it begins on (from 1), or why it is none. */
export type FileRow =
  | {
      line: number;
      record: Record<string, unknown>;
      /** Of a spreadsheet: columns whose cell has no value, and why. */
      faults?: readonly { column: string; words: string }[];
      problem?: never;
    }
  | { line: number; problem: string; record?: never; faults?: never };

/** The file as a whole is not usable. */
export class UnusableFile extends Error {}

const NEWLINE = 10;
const DELIMITERS = [',', ';', '\t'];

/** Comma, semicolon or tab: whichever the first line has most of. */
export function delimiterOf(bytes: Buffer): string {
  const end = bytes.indexOf(NEWLINE);
  const first = bytes.toString('utf8', 0, end < 0 ? bytes.length : end);
  const counts = DELIMITERS.map((delimiter) => first.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] as string;
}

export class CsvReader {
  #lines: CsvLines | undefined;
  #columns: string[] | undefined;

  /** Names of the columns, once the header was read. */
  get columns(): string[] | undefined {
    return this.#columns;
  }

  /** Takes the next bytes and answers the rows that are whole. */
  async take(chunk: Buffer): Promise<FileRow[]> {
    this.#lines ??= new CsvLines(delimiterOf(chunk));
    return this.#rowsOf(await this.#lines.take(chunk));
  }

  async end(): Promise<FileRow[]> {
    return this.#rowsOf((await this.#lines?.end()) ?? []);
  }

  #rowsOf(lines: readonly CsvLine[]): FileRow[] {
    return lines.flatMap((line) => this.#rowOf(line) ?? []);
  }

  #rowOf({ line, cells, problem }: CsvLine): FileRow | undefined {
    if (!this.#columns) {
      if (problem === NOT_UTF8) throw new UnusableFile(`The header ${NOT_UTF8}.`);
      if (problem !== undefined) throw new UnusableFile(`The header cannot be read: ${problem}.`);
      this.#columns = cells.map((name) => name.trim().toLowerCase());
      return undefined;
    }
    return problem === undefined ? named(cells, this.#columns, line) : { line, problem };
  }
}

function named(record: string[], columns: readonly string[], line: number): FileRow {
  const isShort = record.length < columns.length;
  if (isShort || record.slice(columns.length).some((field) => field !== ''))
    return { line, problem: `has ${record.length} fields, the header has ${columns.length}` };
  const values: Record<string, unknown> = {};
  for (let i = 0; i < columns.length; i += 1) values[columns[i] as string] = record[i];
  return { line, record: values };
}

/** Rows of CSV text, in batches as the bytes come. The first row names the columns: trimmed, lower case. */
export async function* csvRows(
  chunks: AsyncIterable<Buffer>,
  onHeader: (columns: string[]) => void = () => undefined,
): AsyncGenerator<FileRow[]> {
  const reader = new CsvReader();
  let isHeaderTold = false;
  const tell = (rows: FileRow[]): FileRow[] => {
    if (reader.columns && !isHeaderTold) onHeader(reader.columns);
    isHeaderTold ||= reader.columns !== undefined;
    return rows;
  };
  for await (const chunk of chunks) yield tell(await reader.take(chunk));
  yield tell(await reader.end());
}
