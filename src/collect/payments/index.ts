// Exports of payments for other slices: its operations, how many decimals a currency has, and which facts statements brought or found.

export { minorUnitsOf } from '../imports/pure.ts';
export { EventFacts } from './files/event-facts.ts';
export { SaleLinks } from './files/sale-links.ts';
export {
  findSales,
  type PaymentsFile,
  type PaymentsOutcome,
  previewPayments,
  type RejectRow,
  takePayments,
} from './files/take-file.ts';
export { takeOutOf } from './import-run.ts';
export { findImport as findPaymentsImport, rangesOf as statementRanges } from './import-store.ts';
export { readUnderMutex } from './reading-mutex.ts';
