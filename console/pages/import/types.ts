// The answers of the importer's operations, by the names of this page.
import type { Schemas } from '../../api/client.ts';

export type Import = Schemas['Import'];
export type ImportedFile = Schemas['ImportedFile'];
export type Outcome = Schemas['ImportOutcome'];
export type LeftOutRow = Schemas['ImportRow'];
export type Question = Schemas['ImportQuestion'];
export type Reading = Schemas['ImportReading'];
export type Change = Schemas['ImportReadingChange'];
export type Mapping = Schemas['ImportMapping'];
export type SheetRow = Schemas['CheckSheetRow'];
export type Kind = Schemas['ImportKind'];
export type KindFields = Schemas['ImportFieldsAnswer']['data']['fields'][number];
