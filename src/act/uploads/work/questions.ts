// The reason against importing a file, in one sentence with its cure: a question, or nothing to import.
import { countWords } from '../../../base/rows/count-words.ts';
import {
  answersOfWords,
  candidatesOf,
  type ImportOrder,
  type JudgedFile,
  type Question,
} from '../../../collect/imports/index.ts';
import type { ImportKind } from './request.ts';

const quoted = (texts: readonly string[]): string => texts.map((text) => JSON.stringify(text)).join(', ');

/** The options that answer what is asked of a file of no known layout. */
function wordsOfMapping(headers: readonly string[], as: ImportKind | undefined): string {
  const isMappable = as !== 'events' && as !== 'aggregates';
  const { reads, fields } = candidatesOf(headers, isMappable ? as : undefined);
  const could = fields.map(({ field, columns }) => `${field}: ${columns.length === 0 ? 'none by its name' : quoted(columns)}`);
  const options = fields.map(({ field, columns, mayLack }) => {
    const [first] = columns;
    if (first !== undefined) return `--map ${JSON.stringify(`${first}=${field}`)}`;
    return mayLack ? `--without ${field}` : `--map "COLUMN=${field}"`;
  });
  return `The layout of the file is not known. Its columns are ${quoted(headers.slice(0, 60))}. Which is which? These could be: ${could.join('; ')}. Answer with: --as ${reads} ${options.join(' ')}`;
}

const REPLIES: Readonly<Record<string, string>> = {
  amount_unit: 'minor or major',
  amount_scale: 'thousands, millions or units',
  date_order: 'dmy or mdy',
  decimal_sign: '. or ,',
  currency: 'a code such as USD',
};

function wordsOfQuestion({ ask, words, choices = [] }: Question, layout: JudgedFile['layout']): string {
  if (REPLIES[ask] !== undefined) return `${words} (--answer ${ask}=VALUE, with ${REPLIES[ask]})`;
  if (ask.startsWith('column_')) return `${words} (--answer "${ask}=HEADER", or ${ask}=none)`;
  if (ask === 'status' || ask === 'type')
    return `${words} (--answer "${ask}:WORD=MEANING" for each, with ${answersOfWords(ask, layout?.reads ?? 'payments').join(', ')}; or --answer ${ask}=leave_out imports the other rows)`;
  if (ask === 'negative') {
    const answers = choices.map((choice) => `negative=${choice}`).join(', or ');
    return `${words} (--answer ${answers}; --map "COLUMN=of" names the column)`;
  }
  if (ask === 'encoding') return `${words} (--answer encoding=VALUE, with ${choices.join(' or ')})`;
  if (ask === 'amount') return `${words} (--answer amount=leave_out imports the other rows)`;
  return words;
}

const READS: Readonly<Record<string, ImportKind>> = {
  payments: 'payments',
  spend: 'spend',
  deals: 'deals',
  events: 'events',
  customers: 'customers',
  aggregates: 'aggregates',
};

/** The kind of a file that can be imported. */
export const kindOf = ({ layout }: Pick<JudgedFile, 'layout'>): ImportKind | undefined => READS[layout?.reads ?? ''];

const LEFT = 5;

/** Why rows were left out, by reason. */
export const wordsOfLeftOut = ({ left_out }: Pick<JudgedFile, 'left_out'>): string =>
  left_out
    .slice(0, LEFT)
    .map(({ reason, rows, first }) => {
      const lines = first.slice(0, LEFT).map(({ line }) => line);
      const words = first.find((each) => each.words !== undefined)?.words;
      return `${rows} ${reason} (line${lines.length > 1 ? 's' : ''} ${lines.join(', ')}${words === undefined ? '' : `: ${words}`})`;
    })
    .join('; ');

function isLeftOutByChoice(file: JudgedFile, ask: string, order: ImportOrder): boolean {
  return (
    ['status', 'type', 'amount', 'negative'].includes(ask) &&
    order.context.replies?.[ask] === 'leave_out' &&
    file.layout !== undefined
  );
}

/** What has to be decided before anything of the file is imported. */
export const openQuestions = (file: JudgedFile, order: ImportOrder): Question[] =>
  file.summary.questions.filter(({ ask }) => !isLeftOutByChoice(file, ask, order));

const wordsOfReceipts = (title: string, receipts: number): string =>
  `The file is ${title}: ${countWords(receipts, 'receipt')}, which may pay orders and ${receipts === 1 ? 'is no sale of its own' : 'are no sales of their own'}. Nothing is imported of it.`;

/** Why nothing of the file is imported; undefined where there is no reason against it. */
export function obstacleOf(file: JudgedFile, order: ImportOrder, as: ImportKind | undefined): string | undefined {
  const { summary, layout, counts } = file;
  if (summary.refuse) return summary.refuse.words;
  const mapping = summary.questions.find(({ ask }) => ask === 'mapping');
  if (mapping && order.layout !== undefined)
    return `The file is not of the layout ${order.layout}: its columns are ${quoted(mapping.choices ?? [])}.`;
  if (mapping && order.mapping)
    return `The file does not have the columns of the mapping: its columns are ${quoted(mapping.choices ?? [])}.`;
  const encoding = summary.questions.find(({ ask }) => ask === 'encoding');
  // The names of columns depend on it.
  if (mapping && encoding) return wordsOfQuestion(encoding, layout);
  if (mapping) return wordsOfMapping(mapping.choices ?? [], as);
  const open = openQuestions(file, order);
  if (open.length > 0) return open.map((question) => wordsOfQuestion(question, layout)).join(' ');
  if (layout?.reads === 'receipts') return wordsOfReceipts(layout.title, counts.receipt ?? 0);
  const kind = kindOf(file);
  if (as !== undefined && kind !== as)
    return `The file is ${layout?.title ?? 'of no known layout'} with ${layout?.reads}, not ${as}.`;
  if (Object.keys(counts).every((each) => each === 'left_out'))
    return `No row of the file is imported: ${wordsOfLeftOut(file) || 'it has none'}.`;
  return undefined;
}
