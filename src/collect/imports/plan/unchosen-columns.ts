// A sheet that is read by a mapping without a state, a type or refunds, though a column that nobody chose says that money did not come or went back, or is named
// so: read without it, those rows would be sales. Such a column is asked about.
import { aboutOf, namesOfRole } from '../layout/column-words.ts';
import { commonStates, commonTypes } from '../layout/layouts.ts';
import { MAPPED_REFUND, MAPPED_STATUS, mappedTypes } from '../layout/mapping.ts';
import { comparable } from '../layout/names.ts';
import type { Layout } from '../layout/shape.ts';
import type { OpenedFile, RawRow } from '../open/rows.ts';
import { unmarked } from '../open/workbook.ts';
import type { ImportContext, Question } from '../reading.ts';
import type { Match } from './plan.ts';
import { firstRows } from './recognise.ts';

const ROWS_LOOKED_AT = 2_000;
const NONE = 'none';

interface Told {
  header: string;
  /** What the column has, and what follows if it is not chosen. */
  words: string;
}

interface Sheet {
  match: Match;
  /** Below the header. */
  rows: readonly RawRow[];
}

interface Role {
  key: 'status' | 'type' | 'refunded';
  question: string;
  /** Columns that nobody chose and that say something of this. */
  tell: (sheet: Sheet) => Told[];
  added: () => Partial<Layout>;
}

/** `Denegada 190`: a code may follow the word. */
const wordOf = (cell: string): string => comparable(cell).replace(/[\s\d#:;.,()-]+$/, '');
const cellOf = ({ cells }: RawRow, at: number): string => unmarked(cells?.[at] ?? '').trim();

/** Columns without a meaning, and their places. */
function unchosen({ header, columns }: Match): { name: string; at: number }[] {
  const chosen = new Set([...columns.values()].map((column) => column.header));
  return header.flatMap((name, at) => (name === '' || chosen.has(name) ? [] : [{ name, at }]));
}

/** Columns that have a word of a kind. */
const withWord =
  (isTelling: (word: string) => boolean, what: string) =>
  ({ match, rows }: Sheet): Told[] =>
    unchosen(match).flatMap(({ name, at }) => {
      const row = rows.find((each) => isTelling(wordOf(cellOf(each, at))));
      return row
        ? [{ header: name, words: `has ${JSON.stringify(cellOf(row, at))}, which says that not every row is ${what}` }]
        : [];
    });

/** More different values are no states. */
const MOST_STATES = 12;
const isWord = (cell: string): boolean => /^[\p{L}✓✔✗✘☑☐]/u.test(cell) && cell.length <= 40;

/** Is a column about whether a row was paid, or how far it has come? */
function isOfStates(name: string): boolean {
  const { about, kinds } = aboutOf(name);
  if (namesOfRole('stage').has(comparable(name))) return true;
  return about === 'status' || (about === 'paid' && kinds.length === 0);
}

/** Columns of few words, named like a state. */
const namedLikeStates = ({ match, rows }: Sheet): Told[] =>
  unchosen(match).flatMap(({ name, at }) => {
    const cells = new Set(rows.map((row) => cellOf(row, at)));
    const words = [...cells].filter((cell) => cell !== '');
    if (!isOfStates(name) || cells.size < 2 || words.length > MOST_STATES || !words.every(isWord)) return [];
    const listed = words.slice(0, 3).map((word) => JSON.stringify(word));
    return [
      {
        header: name,
        words: `has ${listed.join(', ')}${words.length > 3 ? ' and others' : ''}, and is named like a state; without one every row is paid`,
      },
    ];
  });

/** Columns of refunded amounts. */
const namedLikeRefunds = ({ match, rows }: Sheet): Told[] =>
  unchosen(match).flatMap(({ name, at }) => {
    const { about, kinds } = aboutOf(name);
    if (about !== 'refunded' || kinds.some((kind) => kind !== 'amount')) return [];
    const row = rows.find((each) => /[1-9]/.test(cellOf(each, at)) && !/\p{L}{4}|\d[-/.]\d+[-/.]\d|:/u.test(cellOf(each, at)));
    return row ? [{ header: name, words: `has ${JSON.stringify(cellOf(row, at))}, and is named like refunds` }] : [];
  });

/** A state's column that says of rows which the chosen one does not call unpaid that money did not come, or went back. */
const contradicting = ({ match, rows }: Sheet): Told[] => {
  const chosen = match.columns.get('status');
  if (!chosen) return [];
  const stateIn = (row: RawRow, at: number): string | undefined => commonStates().get(wordOf(cellOf(row, at)));
  const isOpen = (row: RawRow): boolean => (stateIn(row, chosen.index) ?? 'paid') === 'paid';
  return unchosen(match).flatMap(({ name, at }) => {
    const row = isOfStates(name) ? rows.find((each) => isOpen(each) && (stateIn(each, at) ?? 'paid') !== 'paid') : undefined;
    if (!row) return [];
    const said = `has ${JSON.stringify(cellOf(row, at))} in line ${row.line}, where ${JSON.stringify(chosen.header)} has ${JSON.stringify(cellOf(row, chosen.index))}`;
    return [{ header: name, words: said }];
  });
};

const OTHER_STATE: Role = {
  key: 'status',
  question: 'Which is the state of the payment?',
  tell: contradicting,
  added: () => ({ status: MAPPED_STATUS }),
};

const ROLES: readonly Role[] = [
  {
    key: 'status',
    question: 'Is it the state?',
    tell: (sheet) => {
      const said = withWord((word) => (commonStates().get(word) ?? 'paid') !== 'paid', 'paid')(sheet);
      return said.length > 0 ? said : namedLikeStates(sheet);
    },
    added: () => ({ status: MAPPED_STATUS }),
  },
  {
    key: 'type',
    question: 'Is it the type?',
    tell: withWord((word) => commonTypes().get(word) === 'refund', 'a sale'),
    added: () => ({ types: mappedTypes() }),
  },
  {
    key: 'refunded',
    question: 'Is it what was refunded of the amount?',
    tell: namedLikeRefunds,
    added: () => ({ also: MAPPED_REFUND }),
  },
];

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
  const rows = (await firstRows(file, delimiter, ROWS_LOOKED_AT)).filter(({ line }) => line > match.headerLine);
  let chosen = match;
  const roles = match.columns.has('status') ? [OTHER_STATE, ...ROLES] : ROLES;
  for (const role of roles) {
    const ask = `column_${role.key}`;
    const reply = replies?.[ask];
    if ((chosen.columns.has(role.key) && role !== OTHER_STATE) || reply === NONE) continue;
    if (reply !== undefined && header.includes(reply)) {
      chosen = withColumn(chosen, role, reply);
      continue;
    }
    const [first, ...more] = role.tell({ match: chosen, rows });
    if (!first) continue;
    questions.push({
      ask,
      words: `The column ${JSON.stringify(first.header)} ${first.words}. ${role.question}`,
      choices: [first, ...more].map(({ header: name }) => name).concat(NONE),
    });
  }
  return chosen;
}
