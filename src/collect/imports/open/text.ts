// Text of any encoding as UTF-8, and delimited text as rows of cells.
import { CsvLines } from '../../../base/rows/csv-lines.ts';
import { UnusableFile } from '../../../base/rows/csv-rows.ts';
import { type Encoding, EncodingFinder } from '../../../base/rows/encoding.ts';
import type { RawRow } from './rows.ts';
import { type ByteSource, headOf } from './source.ts';

export const DELIMITERS = [',', ';', '\t', '|'] as const;

const MAX_COLUMNS = 1_000;

/** Encodings of one or two bytes a letter, which no byte tells apart: that in which the header is one of a layout's language is meant. */
const CODE_PAGES = ['windows-1252', 'windows-1250', 'macintosh', 'shift_jis', 'gbk', 'windows-1251'] as const;

/** How much speaks for a text being the beginning of a file of a known layout; 0 of none. */
export type ScoreOfText = (text: string) => number;

type TextEncoding = Encoding | (typeof CODE_PAGES)[number];

function codePageOf(head: Buffer, scoreOf: ScoreOfText): { page: (typeof CODE_PAGES)[number]; score: number } {
  const scores = CODE_PAGES.map((page) => ({ page, score: scoreOf(new TextDecoder(page).decode(head)) }));
  return scores.reduce((best, each) => (each.score > best.score ? each : best));
}

async function encodingOf(source: ByteSource, scoreOf: ScoreOfText): Promise<TextEncoding> {
  const finder = new EncodingFinder();
  for await (const piece of source.bytes()) finder.add(piece);
  if (finder.encoding !== 'windows-1252') return finder.encoding;
  const { page } = codePageOf(await headOf(source), scoreOf);
  if (page !== 'windows-1252') return page;
  if (finder.isMixed)
    throw new UnusableFile(
      'Some lines of the file are UTF-8 and others Windows-1252, so that letters cannot be read. Export it again in one encoding.',
    );
  return finder.encoding;
}

/** The text in UTF-8, without a byte order mark. */
export async function utf8Of(source: ByteSource, scoreOf: ScoreOfText): Promise<ByteSource> {
  const encoding = await encodingOf(source, scoreOf);
  if (encoding === 'utf-8') return source;
  const decoderName = encoding === 'utf-8-bom' ? 'utf-8' : encoding;
  return {
    name: source.name,
    async *bytes() {
      const decoder = new TextDecoder(decoderName);
      for await (const piece of source.bytes()) yield Buffer.from(decoder.decode(piece, { stream: true }), 'utf8');
      yield Buffer.from(decoder.decode(), 'utf8');
    },
  };
}

/** Rows of delimited text. */
export async function* delimitedRows(text: ByteSource, delimiter: string): AsyncGenerator<RawRow[]> {
  const lines = new CsvLines(delimiter);
  const checked = (rows: RawRow[]): RawRow[] => {
    const wide = rows.find(({ cells }) => cells !== undefined && cells.length > MAX_COLUMNS);
    if (wide) throw new UnusableFile(`Line ${wide.line} has ${wide.cells?.length} columns; a file has at most ${MAX_COLUMNS}.`);
    return rows;
  };
  for await (const piece of text.bytes()) yield checked(await lines.take(piece));
  yield checked(await lines.end());
}

const LONGEST_LINE = 4_194_304;

/** Rows of text whose fields are never quoted, as programs write it for each other: each line is a row. */
export async function* unquotedRows(text: ByteSource, delimiter: string): AsyncGenerator<RawRow[]> {
  const decoder = new TextDecoder('utf-8');
  let [rest, line] = ['', 0];
  const rowOf = (row: string): RawRow => {
    line += 1;
    const cells = row.replace(/\r$/, '').split(delimiter);
    return cells.length > MAX_COLUMNS ? { line, problem: `has more than ${MAX_COLUMNS} fields` } : { line, cells };
  };
  for await (const piece of text.bytes()) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw new UnusableFile(`Line ${line + lines.length + 1} is longer than 4 MB.`);
    yield lines.map(rowOf);
  }
  if (rest !== '') yield [rowOf(rest)];
}
