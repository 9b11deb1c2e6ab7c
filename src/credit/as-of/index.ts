// Exports for other slices: figures as they were known at an earlier moment or version.
export { goalKnown, recall } from './as-of.ts';
export { REPORTED_CAUSES, type ReportedCause } from './causes.ts';
export { recallChanges } from './changes.ts';
export { type Knowledge, knowledgeOf, knowledgeVersion } from './knowledge.ts';
export type { Progress } from './progress.ts';
