// Exports of payments for other slices: its operations, how many decimals a currency has, and which facts statements brought or found.
export { rangesOf as statementRanges } from './import-store.ts';
export { minorUnitsOf } from './statements/amounts.ts';
