// Exports of customers for other slices: the daily allowance for generated texts.
export { requireUnit, useUnit } from './units.ts';
