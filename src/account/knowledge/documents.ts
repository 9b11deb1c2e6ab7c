// Documents that a profile keeps for reference: texts and files of others, which are data and never instructions. The same content is one document.
import { createHash, randomUUID } from 'node:crypto';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { readBase64File } from '../../base/contract/base64-file.ts';
import { checkedName } from '../../base/contract/names.ts';
import { PERSONAL_SCOPE } from '../../base/contract/open-api.ts';
import { type Call, reading, stateChange } from '../../base/contract/operation.ts';
import { actorOf, writeAudit } from '../audit/index.ts';
import { personById } from '../people/index.ts';
import { findReach } from '../places/index.ts';
import { listPage, placeOf, type ReadableTexts } from './list.ts';
import { readBeside } from './read/document-thread.ts';
import type { ReadDocument } from './read/read-document.ts';
import { UnreadableDocument } from './read/unreadable.ts';
import { addDocument, changeDocument, type DocumentRow, findDocument, removeDocument, type SentText, textOf } from './store.ts';
import { storedPersonalKinds } from './stored.ts';
import { cleanText, MAX_CHARACTERS } from './text.ts';

const MAX_DOCUMENTS = 200;
const MAX_MB = 10;

/** A user by the name of the account, otherwise its address. */
function authorName(base: ReadBase, author: string): string {
  const person = author.startsWith('person:') ? personById(base, author.slice('person:'.length)) : undefined;
  return person ? (person.name ?? person.email) : author;
}

const shown = (base: ReadBase, row: DocumentRow) => ({
  id: row.document_id,
  title: row.title,
  kind: row.kind,
  bytes: row.bytes,
  characters: row.characters,
  personal_data: storedPersonalKinds.read(row.personal_data),
  created_by: authorName(base, row.created_by),
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
});

type Reader = Pick<Call<'getKnowledgeDocument'>, 'principal' | 'profile'>;

/** The documents whose text the caller reads and searches: what may be of persons is for those who read their data. */
function readableTexts(base: ReadBase, { principal, profile }: Reader): ReadableTexts {
  if (principal.scopes.has(PERSONAL_SCOPE)) return 'all';
  return (findReach(base, profile.profileId)?.isHealthcare ?? true) ? 'none' : 'unflagged';
}

function isReadable(base: ReadBase, reader: Reader, row: DocumentRow): boolean {
  const texts = readableTexts(base, reader);
  return texts === 'all' || (texts === 'unflagged' && storedPersonalKinds.read(row.personal_data).length === 0);
}

function required(base: ReadBase, profileId: string, documentId: string): DocumentRow {
  const row = findDocument(base, { profileId, documentId });
  if (!row) throw new ApiError('not_found', 'The profile has no such document.');
  return row;
}

export const listKnowledgeDocuments = reading('listKnowledgeDocuments', (call, base) => {
  const { limit, cursor, q } = call.params;
  const { profileId } = call.profile;
  const after = cursor === undefined ? undefined : placeOf(cursor);
  const { rows, next } = listPage(base, { profileId, q, texts: readableTexts(base, call), limit, after });
  return {
    data: rows.map(({ row, snippet }) => ({ ...shown(base, row), snippet: isReadable(base, call, row) ? snippet : null })),
    meta: { profile_id: profileId },
    pagination: { has_next: next !== undefined, cursor: next ?? null },
  };
});

export const getKnowledgeDocument = reading('getKnowledgeDocument', (call, base) => {
  const { profileId } = call.profile;
  const documentId = call.params.documentId.toLowerCase();
  const row = required(base, profileId, documentId);
  const text = isReadable(base, call, row) ? textOf(base, { profileId, documentId }) : null;
  return { data: { ...shown(base, row), text }, meta: { profile_id: profileId } };
});

type Sent = Call<'createKnowledgeDocument'>['body'];
interface Prepared extends SentText {
  title: string;
  kind: ReadDocument['kind'];
}

const hashOf = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();

function sentText(field: string, text: string): SentText {
  const cleaned = cleanText(text);
  requireLength(field, cleaned);
  return { text: cleaned, bytes: Buffer.byteLength(text), contentHash: hashOf(text) };
}

function requireLength(field: string, text: string): void {
  if (text === '') throw new ApiError('invalid_content', `${field}: contains no text.`);
  if (text.length > MAX_CHARACTERS)
    throw new ApiError('invalid_content', `${field}: more than ${MAX_CHARACTERS} characters of text. Add it in parts.`);
}

async function readFile(base: ReadBase, content: string): Promise<SentText & Pick<Prepared, 'kind'>> {
  const file = readBase64File(content, MAX_MB * 1024 * 1024, `a file may have at most ${MAX_MB} MB`);
  const contentHash = hashOf(file);
  try {
    const { kind, text } = await readBeside(base, file);
    requireLength('content', text);
    return { kind, text, bytes: file.length, contentHash };
  } catch (error) {
    if (error instanceof UnreadableDocument) throw new ApiError('invalid_content', `content: ${error.message}`);
    throw error;
  }
}

async function prepare(base: ReadBase, { title, file_name, text, kind, content }: Sent): Promise<Prepared> {
  if ((text === undefined) === (content === undefined))
    throw new ApiError('validation_error', 'content: send either `text`, or `content` with a file in base64.');
  if (content !== undefined && kind !== undefined)
    throw new ApiError('validation_error', 'kind: the kind of a file is read from its bytes; send `kind` with `text` alone.');
  const name = title ?? file_name;
  if (name === undefined) throw new ApiError('validation_error', 'title: is missing, and there is no `file_name`.');
  const checked = checkedName(title === undefined ? 'file_name' : 'title', name);
  if (text !== undefined) return { title: checked, kind: kind ?? 'text', ...sentText('text', text) };
  return { title: checked, ...(await readFile(base, content ?? '')) };
}

/** Before a file is read, and again with what others have added meanwhile. */
function requireRoom(base: ReadBase, profileId: string): void {
  const { documents } = base.state.statement('account/knowledge/documents_count').get({ profile_id: profileId }) ?? {
    documents: 0,
  };
  if (documents >= MAX_DOCUMENTS)
    throw new ApiError(
      'invalid_state',
      `The profile has ${MAX_DOCUMENTS} documents, the most that one may have. Delete some first.`,
    );
}

const sameContent = (base: ReadBase, profileId: string, contentHash: Buffer): string | undefined =>
  base.state.statement('account/knowledge/document_find').get({ profile_id: profileId, content_hash: contentHash })?.document_id;

export const createKnowledgeDocument = stateChange('createKnowledgeDocument', {
  prepare: (call, base) => prepare(base, call.body),
  change: ({ principal, profile: { profileId, workspaceId } }, base: Base, sent) => {
    const same = sameContent(base, profileId, sent.contentHash);
    const meta = { profile_id: profileId };
    if (same !== undefined) return { data: shown(base, required(base, profileId, same)), meta };
    requireRoom(base, profileId);
    const documentId = randomUUID();
    const actor = actorOf(principal);
    addDocument(base, { ...sent, profileId, documentId, actor });
    const detail = { kind: sent.kind, bytes: sent.bytes, characters: sent.text.length };
    writeAudit(base, { actor, action: 'document.added', workspaceId, profileId, subject: documentId, detail });
    return { outcome: 'created' as const, data: shown(base, required(base, profileId, documentId)), meta };
  },
});

/** The text of a file comes from the file. */
function changedText(base: ReadBase, profileId: string, row: DocumentRow, text: string): SentText | undefined {
  if (row.kind === 'pdf' || row.kind === 'docx')
    throw new ApiError(
      'invalid_state',
      'text: the text of a PDF or a Word document is that of its file. Add the changed file as a document.',
    );
  const sent = sentText('text', text);
  if (sent.contentHash.equals(row.content_hash)) return undefined;
  if (sameContent(base, profileId, sent.contentHash) !== undefined)
    throw new ApiError('invalid_state', 'text: another document of the profile has this content.');
  return sent;
}

export const updateKnowledgeDocument = stateChange('updateKnowledgeDocument', (call, base) => {
  const { principal, body, profile } = call;
  const { profileId, workspaceId } = profile;
  const documentId = call.params.documentId.toLowerCase();
  const row = required(base, profileId, documentId);
  const title = body.title === undefined ? row.title : checkedName('title', body.title);
  const sent = body.text === undefined ? undefined : changedText(base, profileId, row, body.text);
  if (title !== row.title || sent) {
    changeDocument(base, { profileId, documentId }, row, title, sent);
    const fields = [...(title === row.title ? [] : ['title']), ...(sent ? ['text'] : [])];
    const about = { actor: actorOf(principal), action: 'document.updated', workspaceId, profileId, subject: documentId };
    writeAudit(base, { ...about, detail: { fields } });
  }
  return { data: shown(base, required(base, profileId, documentId)), meta: { profile_id: profileId } };
});

export const deleteKnowledgeDocument = stateChange('deleteKnowledgeDocument', (call, base) => {
  const { profileId, workspaceId } = call.profile;
  const documentId = call.params.documentId.toLowerCase();
  if (!removeDocument(base, { profileId, documentId })) throw new ApiError('not_found', 'The profile has no such document.');
  const about = { actor: actorOf(call.principal), action: 'document.removed', workspaceId, profileId, subject: documentId };
  writeAudit(base, { ...about, detail: {} });
  return { data: { id: documentId, deleted: true }, meta: { profile_id: profileId } };
});
