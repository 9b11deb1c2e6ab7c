// Exports for other slices: payments: its operations, and how many decimals a currency has.
export { minorUnitsOf } from './statements/amounts.ts';
