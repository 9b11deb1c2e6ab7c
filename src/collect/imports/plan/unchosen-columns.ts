// A sheet that is read by a mapping without a state or a type, though a column that nobody chose has words for money that did not come or went back: read without it,
// those rows would be sales. Such a column is asked about.
import { commonStates, commonTypes } from '../layout/layouts.ts';
import { MAPPED_STATUS, mappedTypes } from '../layout/mapping.ts';
import { comparable } from '../layout/names.ts';
import type { Layout } from '../layout/shape.ts';
import type { OpenedFile, RawRow } from '../open/rows.ts';
import { unmarked } from '../open/workbook.ts';
import type { ImportContext, Question } from '../reading.ts';
import type { Match } from './plan.ts';
import { firstRows } from './recognise.ts';

const ROWS_LOOKED_AT = 2_000;
const NONE = 'none';

interface Role {
  key: 'status' | 'type';
  /** Does a word say that a row is no sale of its own? */
  isTelling: (word: string) => boolean;
  question: string;
  added: () => Partial<Layout>;
}

const ROLES: readonly Role[] = [
  {
    key: 'status',
    isTelling: (word) => (commonStates().get(word) ?? 'paid') !== 'paid',
    question: 'which says that not every row is paid. Is it the state?',
    added: () => ({ status: MAPPED_STATUS }),
  },
  {
    key: 'type',
    isTelling: (word) => commonTypes().get(word) === 'refund',
    question: 'which says that not every row is a sale. Is it the type?',
    added: () => ({ types: mappedTypes() }),
  },
];

/** `Denegada 190`: a code may follow the word. */
const wordOf = (cell: string): string => comparable(cell).replace(/[\s\d#:;.,()-]+$/, '');

interface Telling {
  header: string;
  word: string;
}

function tellingColumns({ header, columns, headerLine }: Match, rows: readonly RawRow[], { isTelling }: Role): Telling[] {
  const chosen = new Set([...columns.values()].map((column) => column.header));
  return header.flatMap((name, at) => {
    if (name === '' || chosen.has(name)) return [];
    const row = rows.find(({ line, cells }) => line > headerLine && isTelling(wordOf(unmarked(cells?.[at] ?? ''))));
    return row ? [{ header: name, word: unmarked(row.cells?.[at] ?? '') }] : [];
  });
}

function withColumn(match: Match, { key, added }: Role, header: string): Match {
  const columns = new Map(match.columns).set(key, { header, index: match.header.indexOf(header) });
  return { ...match, columns, layout: { ...match.layout, ...added() } };
}

/** The match with the columns that were chosen in reply. @param questions Receives what has to be decided. */
export async function withUnchosenColumns(
  file: OpenedFile,
  match: Match,
  { replies }: ImportContext,
  questions: Question[],
): Promise<Match> {
  const { layout, header, delimiter } = match;
  if (!layout.isMapping || layout.reads !== 'payments' || header.length === 0) return match;
  const rows = await firstRows(file, delimiter, ROWS_LOOKED_AT);
  let chosen = match;
  for (const role of ROLES) {
    const ask = `column_${role.key}`;
    const reply = replies?.[ask];
    if (chosen.columns.has(role.key) || reply === NONE) continue;
    if (reply !== undefined && header.includes(reply)) {
      chosen = withColumn(chosen, role, reply);
      continue;
    }
    const [first, ...more] = tellingColumns(chosen, rows, role);
    if (!first) continue;
    questions.push({
      ask,
      words: `The column ${JSON.stringify(first.header)} has ${JSON.stringify(first.word)}, ${role.question}`,
      choices: [first, ...more].map(({ header: name }) => name).concat(NONE),
    });
  }
  return chosen;
}
