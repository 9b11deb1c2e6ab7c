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
  'pending',
  'failed',
  'cancelled',
  'void',
  'authorization',
  'test',
  'zero',
  'memo',
  'hold',
  'release',
  'funding',
  'conversion',
  'withdrawal',
  'payout',
  'provider_payout',
  'transfer',
  'fee',
  'tax',
  'adjustment',
  'reimbursement',
  'bonus',
  'outgoing',
  'returned_debit',
  'order_line',
  'total_row',
  'balance_row',
  'duplicate_id',
  'duplicate_transaction',
  'abandoned_cart',
  'autocapture',
  'engagement',
  'ping',
  'group',
  'no_visitor',
  'unknown_type',
  'unknown_status',
  'unknown_amount',
  'unreadable',
] as const;
export type Reason = (typeof REASONS)[number];

/** What a row of events is, beside the reasons and `refund`. */
const EVENT_MEANINGS: readonly string[] = ['page_view', 'event', 'purchase', 'goal', 'identify', 'alias'];
export const MEANINGS: readonly string[] = [...Object.keys(EFFECTS), ...EVENT_MEANINGS, ...REASONS];

/** May rows of this kind of file be this? */
export function fitsKind(meaning: string, reads: string): boolean {
  if ((REASONS as readonly string[]).includes(meaning)) return true;
  return reads === 'events' ? meaning === 'refund' || EVENT_MEANINGS.includes(meaning) : !EVENT_MEANINGS.includes(meaning);
}

/** Fields of an event that columns of the same name or templates fill. */
export const EVENT_FIELDS = [
  ...(['url', 'path', 'title', 'referrer', 'referrer_host', 'session', 'user'] as const),
  ...(['source', 'medium', 'campaign', 'campaign_id', 'term', 'content'] as const),
  ...(['gclid', 'fbclid', 'msclkid', 'ttclid', 'ad_account', 'adset_id'] as const),
  ...(['consent_analytics', 'consent_ads'] as const),
] as const;
export type EventField = (typeof EVENT_FIELDS)[number];

/** Columns of daily sums that are counts. */
export const COUNTS: readonly string[] = [
  'visitors',
  'visits',
  'pageviews',
  'bounces',
  'duration_s',
  'events',
  'entrances',
  'exits',
  'purchases',
];
/** The column of daily sums that is money. */
export const REVENUE = 'revenue';
export const effectOf = (meaning: string): Effect | undefined => EFFECTS[meaning];

/** What a word of a status says: a reason, or that the money came, perhaps to go again in whole or in part. */
export const STATES: readonly string[] = ['paid', 'refunded', 'partly_refunded', ...REASONS];

/** States of a deal. */
export const DEAL_STATES = ['won', 'lost', 'open'] as const;
