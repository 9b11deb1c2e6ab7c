// The format of a layout file, seeds/layouts/<source>.yaml; docs/layouts.md explains it. Everything that is not listed here is refused by the checker.
import { z } from 'zod';
import { eventShape } from './event-shape.ts';
import { DEAL_STATES, MEANINGS, STATES } from './vocabulary.ts';

const key = z.string().regex(/^[a-z][a-z0-9_]*$/, 'must be a name in small letters such as order_total');
const text = z.string().min(1).max(300);
const language = z.string().regex(/^[a-z]{2}$/, 'must be a language of two letters such as en');
/** Words as a list, or by language: the language of those that a file has says how it writes numbers and dates. */
const words = z.union([z.array(text).min(1), z.record(language, z.array(text).min(1))]);
const keys = z.union([key, z.array(key).min(1)]);
/** Column keys whose values are added, with a minus before those that are subtracted. */
const term = z.string().regex(/^-?[a-z][a-z0-9_]*$/, 'must be the key of a column, with a minus before it if it is subtracted');
const sum = z.union([term, z.array(term).min(1)]);
const meaning = z.enum(MEANINGS as [string, ...string[]]);
const dateOrder = z.enum(['dmy', 'mdy', 'ymd']);

const column = z.union([
  words,
  z.strictObject({
    names: words.optional(),
    /** From 1, of files without a header. */
    position: z.int().min(1).max(1000).optional(),
    /** In files of JSON: names of members with dots between them. */
    path: z.union([text, z.array(text).min(1)]).optional(),
    /** The zone of its times. */
    zone: text.optional(),
  }),
]);

/** What a column must be for a rule: blank, filled, an amount with a sign, one of some words, or a text that fits a template. */
const condition = z.union([
  z.enum(['blank', 'filled', 'plus', 'minus', 'zero']),
  z.array(text).min(1),
  z.strictObject({ contains: z.array(text).min(1) }),
  z.strictObject({ text: z.array(text).min(1) }),
  z.strictObject({ not: z.array(text).min(1) }),
]);
const when = z.record(key, condition);

const time = z.union([key, z.strictObject({ date: key, time: key.optional(), zone: key.optional() })]);

/** Where a meaning has its parts elsewhere than the sale. */
const parts = {
  reference: keys.nullable().optional(),
  of: keys.nullable().optional(),
  amount: sum.optional(),
  currency: keys.optional(),
  at: time.nullable().optional(),
};

const rule = z.strictObject({ when, is: meaning, ...parts });

const orderText = text.refine((each) => each.includes('{order}'), 'must have {order} for the number');

const also = z.strictObject({
  when: when.optional(),
  is: meaning,
  ...parts,
  amount: sum,
  /** Columns whose blank means that nothing was given back, or (with `whole: true` in a status) all. */
  whole_when: when.optional(),
});

const statusWords = z.partialRecord(z.enum(STATES as [string, ...string[]]), words);
const typeWords = z.partialRecord(meaning, words);

const person = z.strictObject({
  email: keys.optional(),
  phone: keys.optional(),
  name: keys.optional(),
  customer: keys.optional(),
});

export const layoutShape = z.strictObject({
  layout: z.string().regex(/^[a-z0-9_]+\.[a-z0-9_.]+$/, 'must be a name such as stripe.balance_history'),
  title: text,
  reads: z.enum(['payments', 'receipts', 'spend', 'deals', 'events', 'aggregates', 'customers']),
  /** The provider or ad platform that writes the file; ids are its own. */
  source: key,
  form: z.enum(['table', 'headerless', 'records', 'ofx', 'camt.053', 'mt940']).default('table'),
  /** A person chose what its columns mean; what no column is by its values is refused then. */
  isMapping: z.literal(true).optional(),
  /** Where the header was seen. Without it a file of this layout is proposed, never recognised. */
  seen: text.optional(),
  /** Of files without a header: how many fields each line has. */
  fields: z.int().min(2).max(1000).optional(),
  /** Of a table in which a quote is a sign like any other. */
  quotes: z.enum(['none']).optional(),
  /** Columns that must all be there. */
  recognise: z.array(key).min(1),
  /** Headers of other files that would fit as well. */
  unless: z.array(text).optional(),
  /** Says at once why such a file has nothing to import. */
  refuse: z.strictObject({ reason: key, words: text }).optional(),
  /** Of spend: how to get the file by day, said of one that has none. */
  by_day: text.optional(),
  /** Of spend: a line before the header says how long the time of a row is; only these words are a day. */
  period: z
    .strictObject({
      title: text.refine((each) => each.includes('{period}'), 'must have {period} for the word'),
      days: words,
    })
    .optional(),
  columns: z.record(key, column),
  /** The language of numbers and dates where the headers do not say it. */
  language: language.optional(),
  time: z
    .strictObject({
      from: z.union([time, z.array(time).min(1)]),
      zone: text.optional(),
      /** `account`: that of the country whose zone the rows name. */
      order: z.union([dateOrder, z.literal('account')]).optional(),
      /** Of times that are numbers since 1970. */
      unit: z.enum(['seconds', 'milliseconds', 'microseconds']).optional(),
      /** What the date is, if not that of the payment. */
      is: key.optional(),
    })
    .optional(),
  amount: sum.optional(),
  /** Minor units are asked about where no amount has decimals. */
  unit: z.enum(['ask', 'minor', 'major']).optional(),
  currency: z
    .strictObject({
      from: keys.optional(),
      /** Texts of lines before the header. */
      title: z.union([text, z.array(text).min(1)]).optional(),
      /** The currency of a bare $ in a header or a cell. */
      dollar: text.optional(),
      always: text.optional(),
    })
    .optional(),
  reference: keys.optional(),
  of: keys.optional(),
  invoice: keys.optional(),
  payment_reference: keys.optional(),
  /** Of a payment: the number of the order that it pays, in a column of its own, or in a text as a template cuts it out (`{order}`). */
  order: z.strictObject({ from: keys.optional(), in: key.optional(), text: z.array(orderText).min(1).optional() }).optional(),
  text: keys.optional(),
  person: person.optional(),
  rows: z.array(rule).optional(),
  status: z.strictObject({ from: key, words: statusWords, unknown: z.enum(['ask']).default('ask') }).optional(),
  types: z.strictObject({ from: key, words: typeWords, unknown: z.union([z.literal('ask'), meaning]).default('ask') }).optional(),
  /** Of receipts: columns in which the name of a payment provider means a payout of it. */
  payouts: z.array(key).min(1).optional(),
  /** The meaning of rows that no rule and no type decides. */
  otherwise: meaning.optional(),
  meanings: z.partialRecord(meaning, z.strictObject(parts)).optional(),
  signs: z
    .strictObject({ sale: z.enum(['plus', 'any']).default('plus'), refund: z.enum(['plus', 'minus', 'any']).default('any') })
    .optional(),
  also: z.array(also).optional(),
  dispute: z.strictObject({ from: keys, words: z.partialRecord(z.enum(['open', 'won', 'lost']), words) }).optional(),
  /** Rows that are parts of one: their amounts are added. */
  group: z.strictObject({ by: z.array(key).min(1) }).optional(),
  /** Rows after the first with the same reference repeat it. */
  repeats: z.enum(['order_line', 'duplicate_id']).optional(),
  /** Columns of which a row of sums has none. */
  totals: z.strictObject({ without: z.array(key).min(1) }).optional(),
  states: z.partialRecord(z.enum(DEAL_STATES), words).optional(),
  ...eventShape(when, words),
});

export type Layout = z.output<typeof layoutShape>;
export type LayoutColumn = z.output<typeof column>;
export type Condition = z.output<typeof condition>;
export type When = z.output<typeof when>;
export type TimeOf = z.output<typeof time>;
export type MeaningParts = z.output<z.ZodObject<typeof parts>>;
export type Also = z.output<typeof also>;
export type Words = z.output<typeof words>;
export type Sum = z.output<typeof sum>;
export type Keys = z.output<typeof keys>;
