// Exports of data quality for other slices: what the watch found last, and the interval of a share.
export { isWatchable } from './behind.ts';
export { completenessOfAll } from './completeness/completeness.ts';
export { wilson } from './rules.ts';
export { atMost } from './senders/arrivals.ts';
export { outagesIn } from './senders/kept-outages.ts';
export { type AdTraits, judgeTags, type TagFault, tagFaultText } from './url-tags.ts';
export { openProblems, problemsFound, watchProfile } from './watch.ts';
