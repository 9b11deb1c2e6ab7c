// Spend for other slices: accepting days, for readers of files and of reports.
export { acceptSpend } from './accept-spend.ts';
export { backfillSpend } from './backfill.ts';
export { hasSpend } from './reports.ts';
export { readSpendDay, type SentSpendRow } from './spend-day.ts';
