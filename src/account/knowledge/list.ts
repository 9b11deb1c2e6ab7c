// The list of a profile's documents, newest first; of a search, the best first, with the words around a hit.
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { indexQuery } from './query.ts';
import type { DocumentRow } from './store.ts';

/** The last document of a page. */
export interface Place {
  rank: number;
  createdAt: number;
  documentId: string;
}

const CURSOR = /^(\d{1,15})\.(\d{1,15})\.([0-9a-f-]{36})$/;
/** Before every document. */
const FIRST: Place = { rank: Number.MAX_SAFE_INTEGER, createdAt: Number.MAX_SAFE_INTEGER, documentId: '' };

export function placeOf(cursor: string): Place {
  const [, rank, createdAt, documentId = ''] = CURSOR.exec(cursor) ?? [];
  if (rank === undefined) throw new ApiError('invalid_parameter', 'cursor: is not one that this list gave.');
  return { rank: Number(rank), createdAt: Number(createdAt), documentId };
}

interface Listed {
  row: DocumentRow;
  /** Null without a search. */
  snippet: string | null;
}

export interface DocumentPage {
  rows: Listed[];
  /** The cursor of the next page. */
  next: string | undefined;
}

/** Of the others the titles are searched alone: a hit would say what is in the text. */
export type ReadableTexts = 'all' | 'unflagged' | 'none';

interface PageQuestion {
  profileId: string;
  q: string | undefined;
  texts: ReadableTexts;
  limit: number;
  after: Place | undefined;
}

export function listPage(base: ReadBase, { profileId, q, texts, limit, after = FIRST }: PageQuestion): DocumentPage {
  const place = { profile_id: profileId, before_at: after.createdAt, before_id: after.documentId, limit: limit + 1 };
  if (q === undefined) {
    const found = base.state.statement('account/knowledge/documents_list').all(place);
    return pageOf(
      found.map((row) => ({ row, rank: 0, snippet: null })),
      limit,
    );
  }
  const query = indexQuery(profileId, q);
  if (!query) return { rows: [], next: undefined };
  const found = base.state
    .statement('account/knowledge/documents_search')
    .all({ ...place, queries: JSON.stringify(query.eachWord), texts, before_rank: after.rank });
  const hits = found.map(({ rank, position, ...row }) => ({ row, rank, position }));
  const { rows, next } = pageOf(hits, limit);
  return { rows: rows.map(({ row, position }) => ({ row, snippet: snippetOf(base, row, position, query.anyWord) })), next };
}

function pageOf<Found extends { row: DocumentRow; rank: number }>(found: readonly Found[], limit: number) {
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last && `${last.rank}.${last.row.created_at}.${last.row.document_id}` };
}

/** The words around the hit; of a hit in the title, the text's first ones. */
function snippetOf(base: ReadBase, { document_id }: DocumentRow, position: number | null, anyWord: string): string {
  const around = base.state.statement('account/knowledge/passage_snippet');
  const found = around.get({ document_id, position: position ?? 1, any_word: anyWord });
  return found?.snippet ?? base.state.statement('account/knowledge/passage_beginning').get({ document_id })?.beginning ?? '';
}
