// What an archived profile's purge and a person's erasure do with documents. A person is taken out of them word by word: the documents are the profile's own.
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Base } from '../../base/base.ts';
import { ERASED, type ErasedPerson, SHORTEST_IN_TEXT } from '../../base/contract/erasing.ts';
import { inChunks } from '../../base/state/delete-in-chunks.ts';
import { mergeIndex } from './merge-index.ts';
import { changeDocument, findDocument, textOf } from './store.ts';

export async function purgeDocuments(base: Base, profileId: string): Promise<void> {
  await inChunks(
    (limit) => base.state.statement('account/knowledge/passages_purge').run({ profile_id: profileId, limit }).changes,
  );
  await mergeIndex(base);
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** People write a number with its country or without, and divide it as they like. */
function phonePattern(word: string): string | undefined {
  const phone = /^\+?\d{7,15}$/.test(word) ? parsePhoneNumberFromString(word.startsWith('+') ? word : `+${word}`) : undefined;
  if (!phone) return undefined;
  const spaced = (digits: string): string => [...digits].join('[\\s()./-]{0,3}');
  return `(?:(?:\\+|00)${spaced(phone.countryCallingCode)}[\\s()./-]{0,3})?(?:\\(?0\\)?[\\s./-]{0,3})?${spaced(phone.nationalNumber)}`;
}

/** Whole words in any case; undefined where none is long enough to be of this person alone. */
function patternOf(words: readonly string[]): RegExp | undefined {
  const patterns = words
    .filter((word) => word.length >= SHORTEST_IN_TEXT)
    .sort((a, b) => b.length - a.length)
    .flatMap((word) => [phonePattern(word), escaped(word)].filter((each) => each !== undefined));
  return patterns.length === 0 ? undefined : new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

/** The content keeps its hash: the file that was erased from is not added beside it again. */
export function eraseInDocuments(base: Base, profileId: string, { words }: Pick<ErasedPerson, 'words'>): void {
  const pattern = patternOf(words);
  if (!pattern) return;
  for (const { document_id: documentId } of base.state
    .statement('account/knowledge/documents_ids')
    .all({ profile_id: profileId })) {
    const name = { profileId, documentId };
    const row = findDocument(base, name);
    if (!row) continue;
    const before = textOf(base, name);
    const text = before.replace(pattern, ERASED);
    const title = row.title.replace(pattern, ERASED);
    if (text === before && title === row.title) continue;
    const sent = text === before ? undefined : { text, bytes: row.bytes, contentHash: Buffer.from(row.content_hash) };
    changeDocument(base, name, row, title, sent);
  }
}
