// Exports for other slices: the pipeline's progress: how far figures are, replays on request, the feed of events, what nothing counts.
export { type Freshness, freshness } from './recompute.ts';
export { uncountedAsFound } from './uncounted.ts';
