// Exports of payments for other slices: its operations, and how many decimals a currency has.
export { minorUnitsOf } from './statements/amounts.ts';
