// What credit/attribution offers to the slices and doors to its right: reading a profile's figures, and moving them on.
export { type AdvanceProgress, rebuild, sealAhead } from './advance.ts';
export { ask, askEach, askHeld, profileVersion, type Reader, type Version, versionOf } from './ask.ts';
export { type AttributionSettings, MODELS, type Model } from './attribution-settings.ts';
export { type Definition, defaultDefinition } from './definitions.ts';
export { builtDigest } from './figures-digest.ts';
export { uncountedAmong } from './goal-proposals.ts';
export { holdPipeline, isPipelineRunning, pipelineStatus, startPipeline } from './pipeline.ts';
export { publishMarts } from './publish.ts';
export { quarantinedSeqs } from './quarantine.ts';
export { rateWarnings } from './rate-warnings.ts';
export { applyRates, type MissingRates, noteMissing, ratesInto } from './rates.ts';
export { importRates } from './rates-file.ts';
export { CAUSES, type Cause, goalKnown, type Knowledge, knowledgeOf, knowledgeVersion, recall, recallChanges } from './recall.ts';
export { type Freshness, freshness } from './recompute.ts';
export { type ReplayState, replayState } from './replays.ts';
export { replay, settle } from './settle.ts';
export { creditIfMerged } from './supposed.ts';
export { uncountedAsFound } from './uncounted.ts';
