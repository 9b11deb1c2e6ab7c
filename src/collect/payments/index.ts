// Exports of payments for other slices: its operations, how many decimals a currency has, and which facts statements brought or found.

export { minorUnitsOf } from '../imports/pure.ts';
export { rangesOf as statementRanges } from './import-store.ts';
