// Text of any encoding as UTF-8, and delimited text as rows of cells.
import { CsvLines } from '../../../base/rows/csv-lines.ts';
import { UnusableFile } from '../../../base/rows/csv-rows.ts';
import { EncodingFinder } from '../../../base/rows/encoding.ts';
import type { Question } from '../reading.ts';
import {
  CODE_PAGES,
  type CodePage,
  choicesOf,
  isCertain,
  isCodePage,
  isDoubleByte,
  type PageReading,
  readingsOf,
} from './code-pages.ts';
import type { RawRow } from './rows.ts';
import { type ByteSource, headOf } from './source.ts';

export const DELIMITERS = [',', ';', '\t', '|'] as const;

const MAX_COLUMNS = 1_000;

/** How much speaks for a text being the beginning of a file of a known layout; 0 of none. */
export type ScoreOfText = (text: string) => number;

export interface TextOptions {
  scoreOfText: ScoreOfText;
  /** The encoding that a person chose for what is not Unicode. */
  encoding?: string | undefined;
}

/** Encodings in which the beginning is the header of a known layout: those in which most of it is known. */
function pagesOfLayout(head: Buffer, scoreOf: ScoreOfText): CodePage[] {
  const scores = CODE_PAGES.map((page) => ({ page, score: scoreOf(new TextDecoder(page).decode(head)) }));
  const best = Math.max(...scores.map(({ score }) => score));
  return best === 0 ? [] : scores.flatMap(({ page, score }) => (score === best ? [page] : []));
}

const NAMES: Readonly<Record<CodePage, string>> = {
  'windows-1252': 'Windows-1252 (Western European)',
  'windows-1250': 'Windows-1250 (Central European)',
  'windows-1254': 'Windows-1254 (Turkish)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'windows-1253': 'Windows-1253 (Greek)',
  macintosh: 'Mac OS Roman',
  shift_jis: 'Shift_JIS (Japanese)',
  'euc-jp': 'EUC-JP (Japanese)',
  gbk: 'GBK (Chinese)',
  big5: 'Big5 (Chinese)',
  'euc-kr': 'EUC-KR (Korean)',
};

function questionOf(readings: readonly PageReading[]): Question {
  const offered = choicesOf(readings);
  const words = offered.map(({ page, word }) => `${JSON.stringify(word)} in ${NAMES[page]}`);
  return {
    ask: 'encoding',
    words: `The file is not in Unicode, and its letters make sense in several encodings: ${words.join(', ')}. Which is right?`,
    choices: offered.map(({ page }) => page),
  };
}

const MIXED =
  'Some lines of the file are UTF-8 and others Windows-1252, so that letters cannot be read. Export it again in one encoding.';

/** What is not Unicode is in the encoding that a person chose, in that of a known header, or in that in which its letters make sense. */
async function codePageOf(
  source: ByteSource,
  finder: EncodingFinder,
  { scoreOfText, encoding }: TextOptions,
): Promise<{ page: CodePage; question?: Question }> {
  if (isCodePage(encoding)) return { page: encoding };
  const layoutPages = pagesOfLayout(await headOf(source), scoreOfText);
  const [only] = layoutPages;
  if (only !== undefined && layoutPages.length === 1) return { page: only };
  const readings = readingsOf(finder.sample);
  const [best] = readings;
  const isSure = isCertain(readings);
  if (finder.isMixed && !(isSure && isDoubleByte(best?.page))) throw new UnusableFile(MIXED);
  // Of a known layout only values differ, such as names of campaigns.
  if (isSure && best) return { page: best.page };
  if (layoutPages.length > 0 || !best) return { page: 'windows-1252' };
  return { page: best.page, question: questionOf(readings) };
}

/** A text in UTF-8, and whether its encoding is in doubt. */
export interface DecodedText {
  text: ByteSource;
  question?: Question | undefined;
}

const decoded = (source: ByteSource, encoding: string): ByteSource => ({
  name: source.name,
  async *bytes() {
    const decoder = new TextDecoder(encoding);
    for await (const piece of source.bytes()) yield Buffer.from(decoder.decode(piece, { stream: true }), 'utf8');
    yield Buffer.from(decoder.decode(), 'utf8');
  },
});

/** The text in UTF-8, without a byte order mark. */
export async function utf8Of(source: ByteSource, options: TextOptions): Promise<DecodedText> {
  const finder = new EncodingFinder();
  for await (const piece of source.bytes()) finder.add(piece);
  const { encoding } = finder;
  if (encoding === 'utf-8') return { text: source };
  if (encoding !== 'windows-1252') return { text: decoded(source, encoding === 'utf-8-bom' ? 'utf-8' : encoding) };
  const { page, question } = await codePageOf(source, finder, options);
  return { text: decoded(source, page), question };
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
