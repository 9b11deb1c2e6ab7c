// The pure part of events: a second entry of this slice, for readers of files that run in a thread of their own and must not load the rest.
export { readDecimalText } from './enrich/money.ts';
