// Documents of a profile in state: the row, the title and the passages of the text, which change together, in the caller's transaction.
import type { Base, ReadBase } from '../../base/base.ts';
import type { RowOf } from '../../base/state/state.ts';
import { queueMerge } from './merge-index.ts';
import { personalKindsIn } from './personal-data.ts';
import { storedPersonalKinds } from './stored.ts';
import { passagesOf } from './text.ts';

export type DocumentRow = RowOf<'account/knowledge/document_get'>;

/** Whose document, and which. */
export interface DocumentName {
  profileId: string;
  documentId: string;
}

const keysOf = ({ profileId, documentId }: DocumentName) => ({ profile_id: profileId, document_id: documentId });

export const findDocument = (base: ReadBase, name: DocumentName): DocumentRow | undefined =>
  base.state.statement('account/knowledge/document_get').get(keysOf(name));

export const textOf = (base: ReadBase, name: DocumentName): string =>
  base.state
    .statement('account/knowledge/passages_list')
    .all(keysOf(name))
    .map(({ text }) => text)
    .join('');

/** Title and text as they are searched. */
function addPassages(base: Base, name: DocumentName, first: number, texts: readonly string[]): void {
  texts.forEach((text, at) => {
    base.state.statement('account/knowledge/passage_add').run({ ...keysOf(name), position: first + at, text });
  });
}

export interface NewDocument extends DocumentName {
  title: string;
  kind: DocumentRow['kind'];
  text: string;
  bytes: number;
  contentHash: Buffer;
  actor: string;
}

export function addDocument(base: Base, { title, kind, text, bytes, contentHash, actor, ...name }: NewDocument): void {
  base.state.statement('account/knowledge/document_add').run({
    ...keysOf(name),
    title,
    kind,
    bytes,
    characters: text.length,
    content_hash: contentHash,
    created_by: actor,
    personal_data: storedPersonalKinds.write(personalKindsIn(`${title}\n${text}`)),
    now: base.clock.now(),
  });
  addPassages(base, name, 0, [title, ...passagesOf(text)]);
}

/** A text as it was sent. */
export interface SentText {
  text: string;
  bytes: number;
  contentHash: Buffer;
}

/** @param sent Undefined where only the title changes. */
export function changeDocument(base: Base, name: DocumentName, row: DocumentRow, title: string, sent?: SentText): void {
  const text = sent?.text ?? textOf(base, name);
  base.state.statement('account/knowledge/document_update').run({
    ...keysOf(name),
    title,
    bytes: sent?.bytes ?? row.bytes,
    characters: text.length,
    content_hash: sent?.contentHash ?? row.content_hash,
    personal_data: storedPersonalKinds.write(personalKindsIn(`${title}\n${text}`)),
    now: base.clock.now(),
  });
  if (title !== row.title) base.state.statement('account/knowledge/passage_title').run({ ...keysOf(name), text: title });
  if (sent) {
    base.state.statement('account/knowledge/passages_remove').run({ ...keysOf(name), from: 1 });
    addPassages(base, name, 1, passagesOf(text));
  }
  queueMerge(base);
}

/** Answers whether there was one. */
export function removeDocument(base: Base, name: DocumentName): boolean {
  base.state.statement('account/knowledge/passages_remove').run({ ...keysOf(name), from: 0 });
  const { changes } = base.state.statement('account/knowledge/document_remove').run(keysOf(name));
  if (changes > 0) queueMerge(base);
  return changes > 0;
}
