// Exports of the pipeline for other slices: reading a profile's figures, and computing them.
export { type AdvanceProgress, inTurn, rebuild, sealAhead, waitingForBuilds } from './advance.ts';
export { ask, askEach, askHeld, forgetWarehouse, profileVersion, type Reader, type Version, versionOf } from './ask.ts';
export { applyComputed, applyTo, type BuildProgress, hasFittingFacts, isUnfit, landUpTo, SMALL_FACTS } from './builder.ts';
export { keepExports } from './exports/keep-exports.ts';
export { type ExportRecord, readExportRecord } from './exports/record.ts';
export { BUILD_BYTES, factBatches, leastOf } from './fact-batches.ts';
export { whileFactsStay } from './fact-sources.ts';
export { builtDigest, figuresName } from './figures-digest.ts';
export { cursorsStatement, decisionsThrough, reachedOf, withDecisions } from './landing.ts';
export { allFactKinds, model, models } from './model-statements.ts';
export {
  applyOnlyStatements,
  credit,
  fullStatements,
  landOnlyStatements,
  originsAnewStatements,
  outcomesAnewStatements,
  releaseFactsStatements,
  releaseStatements,
} from './models.ts';
export { holdPipeline, isPipelineRunning, pipelineStatus, startPipeline } from './pipeline.ts';
export { publishMarts } from './publish.ts';
export { quarantinedSeqs } from './quarantine.ts';
export { applyRates, findRates, recordRates } from './rate-decisions.ts';
export { type FigureChange, figureChanges } from './recomputed/figure-changes.ts';
export type { Difference } from './recomputed/stored.ts';
export { queueReplay, type ReplayState, replayState, shareOf } from './replays.ts';
export {
  builtInRules,
  codeVersion,
  knownSources,
  newFileStatements,
  type RuleRow,
  uncomputedStatements,
  undecidedStatements,
} from './schema.ts';
export { replay, settle } from './wait-until-computed.ts';
