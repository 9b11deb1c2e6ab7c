// Exports of payments for other slices: its operations, how many decimals a currency has, and which facts statements brought or found.

export { minorUnitsOf } from '../imports/pure.ts';
export { SaleLinks } from './files/sale-links.ts';
export {
  findSales,
  type PaymentsFile,
  type PaymentsOutcome,
  previewPayments,
  takePayments,
} from './files/take-file.ts';
export { rangesOf as statementRanges } from './import-store.ts';
