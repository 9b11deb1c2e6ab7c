// Reads customers: who they are, and nothing of what they did. An id is text, and one that a spreadsheet has rounded is refused on its line.
import type { Plan } from '../plan/plan.ts';
import type { CustomerField, Reading } from '../reading.ts';
import { CUSTOMER_FIELDS } from '../reading.ts';
import type { Kind } from './reader.ts';
import { type RowView, UnreadableCell } from './row-view.ts';
import { otherRow } from './totals.ts';

const IDS: readonly CustomerField[] = ['external_id', 'national_id', 'phone'];

function customerOf(view: RowView): Reading {
  const values: Partial<Record<CustomerField, string>> = {};
  for (const field of CUSTOMER_FIELDS) {
    const text = IDS.includes(field) ? view.id(field) : view.text(field);
    if (text !== '') values[field] = text;
  }
  return { kind: 'customer', line: view.line, values };
}

function readingsOf(view: RowView, plan: Plan): Reading[] {
  const other = otherRow(view, plan);
  // A row with an address alone is a customer; a header that comes again has two cells and more.
  if (other === 'note' && view.hasTwo) return [];
  if (other === 'total_row') return [{ kind: 'left_out', line: view.line, reason: 'total_row' }];
  try {
    return [customerOf(view)];
  } catch (error) {
    if (!(error instanceof UnreadableCell)) throw error;
    return [{ kind: 'left_out', line: view.line, reason: 'unreadable', words: error.message }];
  }
}

export const customers: Kind = {
  makeReader: (plan) => ({ row: (view) => readingsOf(view, plan), end: () => [], questions: () => [] }),
  amountKeys: () => [],
  dateKeys: () => [],
};
