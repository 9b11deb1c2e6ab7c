// Spend for other slices: accepting days, for readers of files and of reports.
export { acceptSpend } from './accept-spend.ts';
export { backfillSpend, writeDays } from './backfill.ts';
export { ON_CONFLICT, type OnConflict, type PlannedDay, planDays, type SpendFile } from './on-conflict.ts';
export { type AwaitedAccount, accountsAwaited, hasSpend } from './reports.ts';
export { readSpendDay, type SentSpendRow, sumOf } from './spend-day.ts';
export { type ReportInForce, reportsInForce, withdrawReports } from './withdraw-days.ts';
