// What a row of a statement or of another tool's file adds: one fact, under the key by which it counts once.

/** A fact to be: one row may bring a sale and its refund. */
export interface Draft {
  /** The idempotency key under which it is accepted. */
  key: string;
  refundOf?: string;
  /** Microseconds since 1970. */
  at: number;
  /** Empty of a deal that names none, and of the state of a dispute. */
  amount: string;
  currency: string;
  /** The event type, if it is neither a payment nor a refund. */
  type?: string;
  installmentOf?: string;
  dealId?: string;
  /** Of a sheet that a person mapped: the numbers of another sheet may be the same. */
  isOfSheet?: true;
  /** What joins it with the reports of other systems. */
  sale?: { system: string; payment_ids: string[]; order_ids: string[] };
  /** What the file says of it beside its money, kept as properties of the event. */
  about?: Record<string, string>;
  person: Partial<Record<'email' | 'phone' | 'first_name' | 'last_name' | 'national_id' | 'external_id', string>>;
}

/** Where a prefix before the references of a file is chosen. */
export const PREFIX = '--prefix, or “Text before each reference” in the console';

/** The type of an event that says how much of a payment was returned in all: single refunds of the payment are parts of it. */
export const REFUNDED_TOTAL = 'refunded_total';

/** The type of an event that says how the dispute of the payment it continues is: its property `dispute` is open, won or lost. It has no money. */
export const DISPUTE_STATE = 'dispute_state';

/** The key of a sale's total: a later export in which it grew is a fact of its own, and the largest total counts. @param amount As drafts have it. */
export const totalKeyOf = (saleKey: string, amount: string): string => `${saleKey}:refunded:${amount}`;

/** The key of what became of a sale's dispute. */
export const disputeStateKeyOf = (saleKey: string, state: string): string => `${saleKey}:dispute_state:${state}`;

/** The key of what a column of the sale's own row says was taken back. @param why A word of a reversal. */
export const reversalKeyOf = (saleKey: string, why: string): string => `${saleKey}:${why}`;

/** The key of what a sale's won dispute gives back. */
export const wonKeyOf = (saleKey: string): string => `${saleKey}:dispute_won`;
