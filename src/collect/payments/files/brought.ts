// What the rows of a file add, in the terms of a statement's result.
import type { Reading } from '../../imports/index.ts';
import { Sums } from '../amounts.ts';
import type { Verdict } from '../statements/interpret.ts';
import { noCounts } from '../statements/scan.ts';
import type { Drafted } from './drafts.ts';

export interface DraftedRow {
  reading: Reading;
  drafted: Drafted;
}

const VERDICTS: Readonly<Record<string, Verdict>> = {
  sale: 'sale',
  deal: 'sale',
  refund: 'refund',
  reversal: 'refund',
  won_back: 'refund',
  order_line: 'line',
  duplicate_id: 'line',
  pending: 'pending',
  authorization: 'pending',
  failed: 'failed',
  cancelled: 'failed',
  void: 'failed',
  unreadable: 'unreadable',
  unknown_status: 'unreadable',
  unknown_type: 'unreadable',
  unknown_amount: 'unreadable',
};

/** Counts and sums in the terms of a statement's result. */
export class Brought {
  readonly counts = noCounts();
  readonly sums = new Sums();

  add({ reading, drafted }: DraftedRow): void {
    this.counts.rows += 1;
    this.counts[VERDICTS[drafted.reason ?? reading.kind] ?? 'other'] += 1;
    for (const { amount, currency, refundOf } of drafted.drafts)
      if (amount !== '') this.sums.add(currency, amount, refundOf !== undefined);
  }
}
