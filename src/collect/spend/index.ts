// What others may use of spend: taking days in, for those who read files or fetch reports.
export { acceptSpend } from './accept-spend.ts';
export { backfillSpend } from './backfill.ts';
export { hasSpend } from './reports.ts';
export { readSpendDay, type SentSpendRow } from './spend-day.ts';
