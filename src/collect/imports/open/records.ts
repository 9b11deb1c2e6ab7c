// Rows that are JSON objects: one on each line, or the members of one array. A faulty one is reported by its line and skipped alone.
import { ndjsonRows, recordOf } from '../../../base/rows/ndjson-rows.ts';
import type { RawRow } from './rows.ts';
import type { ByteSource } from './source.ts';

const MAX_ELEMENT_CHARACTERS = 4_194_304;

export async function* recordRows(text: ByteSource, isArray: boolean): AsyncGenerator<RawRow[]> {
  yield* isArray ? arrayRows(text) : ndjsonRows(text.bytes() as AsyncIterable<Buffer>);
}

/** Cuts the text of an array into that of its elements, which are not parsed here. */
class ArrayCutter {
  #element = '';
  #depth = 0;
  #isQuoted = false;
  #isEscaped = false;
  #line = 1;
  #begun = 1;
  readonly #take: (text: string, line: number) => void;

  constructor(take: (text: string, line: number) => void) {
    this.#take = take;
  }

  add(text: string): void {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const sign = text[at];
      if (sign === '\n') this.#line += 1;
      if (this.#isQuoted) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (sign === '\\') this.#isEscaped = true;
        else if (sign === '"') this.#isQuoted = false;
        continue;
      }
      if (sign === '"') this.#isQuoted = true;
      else if (sign === '{' || sign === '[') {
        this.#depth += 1;
        if (this.#depth === 2) {
          from = at;
          this.#begun = this.#line;
        }
      } else if (sign === '}' || sign === ']') {
        this.#depth -= 1;
        if (this.#depth !== 1) continue;
        this.#take(this.#element + text.slice(from, at + 1), this.#begun);
        this.#element = '';
      }
    }
    if (this.#depth > 1 && this.#element.length < MAX_ELEMENT_CHARACTERS) this.#element += text.slice(from);
  }

  /** True where the array has its end. */
  get isWhole(): boolean {
    return this.#depth === 0;
  }

  get line(): number {
    return this.#line;
  }
}

async function* arrayRows(text: ByteSource): AsyncGenerator<RawRow[]> {
  const decoder = new TextDecoder('utf-8');
  let rows: RawRow[] = [];
  const cutter = new ArrayCutter((element, line) => rows.push(recordOf(line, element)));
  for await (const piece of text.bytes()) {
    cutter.add(decoder.decode(piece, { stream: true }));
    yield rows;
    rows = [];
  }
  if (!cutter.isWhole) yield [{ line: cutter.line, problem: 'the array breaks off' }];
}
