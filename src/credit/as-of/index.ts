// Exports for other slices: figures as they were known at an earlier moment or version, or would be after decisions that nobody has taken.
export { goalKnown, recall } from './as-of.ts';
export { type Branch, onBranch, type Untaken } from './branch.ts';
export { REPORTED_CAUSES, type ReportedCause } from './causes.ts';
export { recallChanges } from './changes.ts';
export { type Knowledge, knowledgeOf, knowledgeVersion } from './knowledge.ts';
export type { Progress } from './progress.ts';
