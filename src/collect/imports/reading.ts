// What an import reads from a file, in neutral terms that no vendor's words appear in: sales, refunds, reversals, receipts, spend, events and the
// rows that are left out, each with its line and, where it is left out, the reason.

/** An instant (microseconds since 1970) or, where the file has a day only, that day of the reading's zone. Both undefined: the file does not say. */
export interface Moment {
  at?: number | undefined;
  /** YYYY-MM-DD. */
  day?: string | undefined;
}

export interface Person {
  email?: string;
  phone?: string;
  name?: string;
  customer?: string;
}

interface Money extends Moment {
  /** Exact decimal text above 0. */
  amount: string;
  /** ISO 4217. */
  currency: string;
}

interface OfLine {
  /** Where it begins: the physical line of a text, the row of a sheet or of a table, from 1. */
  line: number;
  /** Of what several lines make together, all of them. */
  lines?: number[];
}

/** Of a sale beside its money, where the file says so. */
export interface SaleDetails {
  invoice?: string;
  payment_reference?: string;
  /** The number that the shop gave the order, as the file of its provider has it. */
  order?: string;
  /** What became of a dispute, or that it is open. */
  dispute?: 'open' | 'won' | 'lost';
  person?: Person;
}

/** What a list of customers says of each. */
export const CUSTOMER_FIELDS = ['external_id', 'national_id', 'email', 'phone', 'first_name', 'last_name'] as const;
export type CustomerField = (typeof CUSTOMER_FIELDS)[number];

export type Reading =
  | (OfLine & Money & SaleDetails & { kind: 'sale'; reference: string | null })
  | (OfLine & Money & { kind: 'refund'; reference: string | null; of: string | null })
  | (OfLine & Money & { kind: 'reversal' | 'won_back'; reference: string | null; of: string | null; why: string })
  | (OfLine & Money & { kind: 'receipt'; reference: string | null; text?: string })
  | (OfLine & Partial<Money> & { kind: 'deal'; reference: string; state: 'won' | 'lost' | 'open'; contact?: string })
  | (OfLine & SpendReading & { kind: 'spend' })
  | (OfLine & EventReading & { kind: 'event' })
  | (OfLine &
      Partial<Money> & { kind: 'outcome'; type: string; transaction_id: string | null; visitor: string | null; user?: string })
  | (OfLine & Moment & { kind: 'identify'; visitor: string; user: string })
  | (OfLine & Moment & { kind: 'alias'; from: string; to: string })
  | (OfLine & { kind: 'customer'; values: Partial<Record<CustomerField, string>> })
  | (OfLine & { kind: 'aggregate'; day: string; values: Record<string, string | number> })
  | (OfLine & LeftOut);

export interface SpendReading {
  day: string;
  spend: string;
  currency: string;
  account?: string;
  campaign_id?: string;
  campaign?: string;
  adset_id?: string;
  adset?: string;
  ad_id?: string;
  ad?: string;
  /** Null where the file does not report it. */
  impressions: number | null;
  clicks: number | null;
}

export interface EventReading extends Moment {
  id?: string;
  name: string;
  visitor: string;
  /** Texts by the name of a field, one of EVENT_FIELDS in layout/vocabulary.ts. */
  values: Record<string, string>;
}

export interface LeftOut {
  kind: 'left_out';
  /** One word of layout/vocabulary.ts. */
  reason: string;
  /** A sentence for the person who sent the file, where the reason alone would not do. */
  words?: string;
  /** Of a row whose amount can be read though its time cannot. */
  lost?: LostMoney;
}

export interface LostMoney {
  amount: string;
  currency: string;
  reference: string | null;
  /** Money that was returned. */
  isLowering: boolean;
}

/** Something that the file does not say and nobody may guess: it is asked, and until then nothing is imported. */
export interface Question {
  /** One word: `mapping`, `amount_unit`, `date_order`, `decimal_sign`, `currency`, `status`, `type`, `column_…` with the key of a layout's column. */
  ask: string;
  words: string;
  /** Both readings, or what has to be chosen among. */
  choices?: string[];
}

export interface Refusal {
  /** One word: `no_day`, `no_spend`, `not_readable`. */
  reason: string;
  words: string;
}

/** What was said before: by the profile, the account that wrote the file, or in reply to a question. */
export interface ImportContext {
  zone: string;
  /** The zone is chosen for this file and precedes that of its layout; a zone beside a time or in a header precedes both. */
  isZoneChosen?: boolean;
  currency: string;
  /** The ad platform of a file that is known to be of one. */
  platform?: string;
  account?: string;
  /** Replies, by the word of the question. */
  replies?: Readonly<Record<string, string>>;
}

/** A column of a file that is read by a mapping, or needs one. */
export interface HeaderColumn {
  column: string;
  /** The first values that are not empty. */
  samples: string[];
}

/** Everything but the rows. */
export interface FileSummary {
  layout: string | undefined;
  /** How times without a zone were read, and amounts without a currency. */
  zone: string | undefined;
  currency: string | undefined;
  /** Times that name no zone, and days. */
  unzoned: number;
  refuse?: Refusal;
  questions: Question[];
  /** Of a file that is read by a mapping, or needs one. */
  header?: HeaderColumn[];
  warnings: string[];
  /** Notes and titles that are no rows. */
  notes: number;
  rows: number;
}
