// Exports of what-if figures for other slices: those under other windows, rules or definitions, or of several people as one.
export { effectOf } from './definition-effect.ts';
export { creditIfMerged } from './what-if.ts';
