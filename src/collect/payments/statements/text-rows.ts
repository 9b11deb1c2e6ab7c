// Rows of delimited text as lists of cells, chunk by chunk, with the number of the line each begins on.
import { type CsvError, type Parser, parse } from 'csv-parse';
import { MAX, UnreadableStatement } from './unreadable.ts';

export type TakeRow = (cells: string[], row: number) => void;

const FAULTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed: the file breaks off or is damaged',
  CSV_MAX_RECORD_SIZE: `it is longer than ${MAX.rowBytes} bytes, or a quote is never closed`,
  CSV_INVALID_CLOSING_QUOTE: 'there is a quote in the middle of a quoted field',
  INVALID_OPENING_QUOTE: 'there is a quote in the middle of a field',
};

/** Reads text in pieces. Rows are numbered from 1, blank ones left out. */
export class TextRows {
  readonly #parser: Parser;
  #rows = 0;
  #fault: Error | undefined;

  constructor(delimiter: string, take: TakeRow) {
    this.#parser = parse({
      delimiter,
      max_record_size: MAX.rowBytes,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      on_record: (cells: string[]) => {
        this.#rows += 1;
        if (this.#rows > MAX.rows + 100)
          throw new UnreadableStatement(`The file has more than ${MAX.rows} rows. Import it in parts.`);
        if (cells.length > MAX.columns)
          throw new UnreadableStatement(`Row ${this.#rows} has ${cells.length} columns; a statement has at most ${MAX.columns}.`);
        take(cells, this.#rows);
        return null;
      },
    });
    this.#parser.on('error', (error) => {
      this.#fault ??= error;
    });
    this.#parser.resume();
  }

  async write(text: Buffer): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#parser.write(text, () => resolve());
    });
    this.#refuse();
  }

  async end(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#parser.once('error', () => resolve());
      this.#parser.once('end', resolve);
      if (this.#fault) resolve();
      else this.#parser.end();
    });
    this.#refuse();
  }

  #refuse(): void {
    if (!this.#fault) return;
    if (this.#fault instanceof UnreadableStatement) throw this.#fault;
    const reason = FAULTS[(this.#fault as CsvError).code];
    if (reason === undefined) throw this.#fault;
    throw new UnreadableStatement(`Row ${this.#rows + 1} cannot be read: ${reason}.`);
  }
}
