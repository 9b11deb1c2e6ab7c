// Exports for other slices: the pipeline's progress: how far figures are, replays on request, the feed of events, what nothing counts.
export { type Freshness, freshness } from './recompute.ts';
export {
  isBehind,
  isReplayWaiting,
  knownPosition,
  type SettledFigures,
  settledFigures,
  unlessBuilding,
} from './settled-facts.ts';
export { uncountedAsFound } from './uncounted.ts';
