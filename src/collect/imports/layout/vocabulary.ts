// The words by which layouts say what a row is. Each has one effect; every other word is a reason for which a row is left out.

export type Effect = 'sale' | 'refund' | 'reversal' | 'won_back' | 'receipt';

/** What moves the money of a sale, by the word for it. The word of a reversal is why it happened. */
const EFFECTS: Readonly<Record<string, Effect>> = {
  sale: 'sale',
  refund: 'refund',
  chargeback: 'reversal',
  dispute: 'reversal',
  dispute_lost: 'reversal',
  payment_failed: 'reversal',
  chargeback_reversed: 'won_back',
  refund_failed: 'won_back',
  receipt: 'receipt',
};

/** Why a row is left out. */
export const REASONS = [
  ...['pending', 'failed', 'cancelled', 'void', 'authorization', 'test', 'zero', 'memo'],
  ...['hold', 'release', 'funding', 'conversion', 'withdrawal', 'payout', 'provider_payout', 'transfer'],
  ...['fee', 'tax', 'adjustment', 'reimbursement', 'bonus', 'outgoing', 'returned_debit'],
  ...['order_line', 'total_row', 'balance_row', 'duplicate_id', 'duplicate_transaction'],
  ...['abandoned_cart', 'autocapture', 'engagement', 'ping', 'group', 'no_visitor'],
  ...['unknown_type', 'unknown_status', 'unreadable'],
] as const;
export type Reason = (typeof REASONS)[number];

export const MEANINGS: readonly string[] = [...Object.keys(EFFECTS), ...REASONS];
export const effectOf = (meaning: string): Effect | undefined => EFFECTS[meaning];

/** What a word of a status says: a reason, or that the money came, perhaps to go again in whole or in part. */
export const STATES: readonly string[] = ['paid', 'refunded', 'partly_refunded', ...REASONS];

/** States of a deal. */
export const DEAL_STATES = ['won', 'lost', 'open'] as const;
