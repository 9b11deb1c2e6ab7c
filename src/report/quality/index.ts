// Exports of data quality for other slices: findings, what the watch found last, how complete figures are, and the interval of a share.
export { isWatchable } from './behind.ts';
export { completenessOf, completenessOfAll } from './completeness/completeness.ts';
export { findingsNow } from './quality.ts';
export { wilson } from './rules.ts';
export { atMost } from './senders/arrivals.ts';
export { outagesIn } from './senders/kept-outages.ts';
export { type AdTraits, judgeTags, type TagFault, tagFaultText } from './url-tags.ts';
export { openProblems, problemsFound, watchProfile } from './watch.ts';
