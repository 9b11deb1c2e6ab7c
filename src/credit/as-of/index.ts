// Exports for other slices: figures as they were known at an earlier moment or version.
export { CAUSES, type Cause, goalKnown, recall, recallChanges } from './as-of.ts';
export { type Knowledge, knowledgeOf, knowledgeVersion } from './knowledge.ts';
