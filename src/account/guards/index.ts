// Exports of guards for other slices: the list, a value of it, and the refusal of a change that lowers one. A slice whose setting is a guard has
// it in the list and in its hook `guards`.
export { GUARDS, type GuardName, guardValue, isLower, LoweringRefused, refuseLowering } from './guards.ts';
