// The pure part of imports: how files write amounts and times, for readers that run in a thread of their own and must not load the rest.
export { type DecimalSign, decimalEvidence, minorUnitsOf, readStatementAmount } from './values/amounts.ts';
export { readId } from './values/ids.ts';
export { type DateOrder, isWrongSeason, isZone, orderEvidence, readInstant } from './values/instants.ts';
export { Remembered, type RememberedText } from './values/remembered.ts';
