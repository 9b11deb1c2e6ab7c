// What others may use of the pipeline's progress: how far figures are, replays on request, the feed of events, what nothing counts.
export { type Freshness, freshness } from './recompute.ts';
export { uncountedAsFound } from './uncounted.ts';
