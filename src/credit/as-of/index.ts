// What others may use of figures as they were known at an earlier moment or version.
export { CAUSES, type Cause, goalKnown, type Knowledge, knowledgeOf, knowledgeVersion, recall, recallChanges } from './as-of.ts';
