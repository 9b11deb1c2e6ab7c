// Reading of files in the layouts of other tools, for other slices, doors and tools.
export { AskedOfFile } from './asked.ts';
export type { OriginalRows } from './beside/originals.ts';
export type { FileHead, ImportOrder, ImportPart, LayoutHead } from './beside/parts.ts';
export { type ReadingMeter, readBeside, readOriginals } from './beside/read-beside.ts';
export { type JudgedFile, judge, LeftOutByReason, type LeftOutRows } from './judge.ts';
export { checkLayout, WrongLayout } from './layout/check.ts';
export { readLayouts } from './layout/layouts.ts';
export { FIELDS, layoutOfMapping, type Mapping, WrongMapping } from './layout/mapping.ts';
export type { Layout } from './layout/shape.ts';
export { parquetReader } from './open/parquet.ts';
export { candidatesOf, emailColumnOf } from './plan/candidates.ts';
export { answersOfWords } from './read/reader.ts';
export type { HeaderColumn, ImportContext, LostMoney, Question, Reading } from './reading.ts';
export { readReadings } from './show-readings.ts';
export { sumTogether } from './together.ts';
