// The pure part of tracking: a second entry of this slice, for intake that runs in a thread of its own and must not load the rest.
export { INTERNAL_MARK, QUARANTINE_MARK } from './internal-traffic.ts';
