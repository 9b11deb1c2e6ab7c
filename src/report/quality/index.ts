// Exports of data quality for other slices: what the watch found last, and the interval of a share.
export { completenessOfAll } from './completeness/completeness.ts';
export { wilson } from './rules.ts';
export { type AdTraits, judgeTags, type TagFault, tagFaultText } from './url-tags.ts';
export { problemsFound, watchProfile } from './watch.ts';
