// Imports of files for the doors: how a file is read and judged, and the parts of its import that the command line uses.
export { acceptFile, requireLink, wordsOf } from './links/accept.ts';
export type { UploadLink } from './links/store.ts';
export { openRejects, type RejectsFile } from './rejects-file.ts';
export { type Judgement, judgeFile } from './work/judge-file.ts';
export { landedOf, loadOwn, notTakenOf, type OwnKind, type OwnLoad, reportBuild, shownOwn } from './work/own-files.ts';
export { type ImportKind, type ImportRequest, KINDS, requestFor, WrongReading } from './work/request.ts';
export type { Outcome, ReadyFile } from './work/work.ts';
