// Boards: blocks of figures that a person arranges under one question, for themselves or for all who can open the profile. A board has no figures: the console
// and reports ask for them anew. Its maker changes it, and two windows do not overwrite each other, as each names the revision that it has read.
import { randomUUID } from 'node:crypto';
import { actorOf, writeAudit } from '../../../account/audit/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { checkedName } from '../../../base/contract/names.ts';
import { type Call, type Principal, reading, stateChange } from '../../../base/contract/operation.ts';
import type { components } from '../../../base/contract/types.ts';
import type { RowOf } from '../../../base/state/state.ts';
import { redactEmails } from '../../../collect/events/index.ts';
import { storedBlocks } from './stored.ts';
import { TEMPLATES } from './templates.ts';

type Schemas = components['schemas'];
export type BoardBlock = Schemas['BoardBlock'];
type Row = RowOf<'report/analytics/board_get'>;

const MAX_BOARDS = 50;
/** The permission that an analyst has and a viewer lacks, as for saved views. */
const SHARING_SCOPE = 'creatives:write';
/** Controls but line breaks, and marks that turn round how the text after them is read. */
const NOT_IN_TEXT = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u;

const shown = ({ personId }: Principal, row: Row): Schemas['Board'] => ({
  id: row.board_id,
  title: row.title,
  blocks: storedBlocks.read(row.blocks),
  is_shared: row.is_shared === 1,
  is_own: row.person_id === personId,
  revision: row.revision,
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
});

/** One that this person can open: their own, or a shared one. */
function boardRow(base: ReadBase, profileId: string, personId: string | undefined, id: string): Row | undefined {
  const row = base.state.statement('report/analytics/board_get').get({ board_id: id.toLowerCase(), profile_id: profileId });
  return row && (row.person_id === personId || row.is_shared === 1) ? row : undefined;
}

const missing = (): ApiError => new ApiError('not_found', 'There is no such board.');

/** @throws ApiError */
function boardIn(base: ReadBase, profileId: string, { personId }: Principal, id: string): Row {
  const row = boardRow(base, profileId, personId, id);
  if (!row) throw missing();
  return row;
}

/** As it is now, for a report or a snapshot that somebody makes of it. */
export function findBoard(base: ReadBase, profileId: string, maker: string | undefined, id: string) {
  const row = boardRow(base, profileId, maker, id);
  return row && { title: row.title, blocks: storedBlocks.read(row.blocks) };
}

/** @throws ApiError */
export function boardOf(base: ReadBase, profileId: string, maker: string | undefined, id: string) {
  const board = findBoard(base, profileId, maker, id);
  if (!board) throw missing();
  return board;
}

export const listBoards = reading('listBoards', ({ principal, profile: { profileId } }, base) => ({
  data: base.state
    .statement('report/analytics/boards_list')
    .all({ profile_id: profileId, person_id: principal.personId ?? null })
    .map((row) => shown(principal, row)),
  meta: { profile_id: profileId },
}));

export const listBoardTemplates = reading('listBoardTemplates', ({ profile: { profileId } }) => ({
  data: [...TEMPLATES],
  meta: { profile_id: profileId },
}));

export const getBoard = reading('getBoard', ({ principal, profile: { profileId }, params }, base) => ({
  data: shown(principal, boardIn(base, profileId, principal, params.id)),
  meta: { profile_id: profileId },
}));

/** A board is printed in reports, where an erasure does not look. */
function checkedText(field: string, text: string): string {
  const trimmed = text.replaceAll('\r\n', '\n').trim();
  if (trimmed === '') throw new ApiError('validation_error', `${field}: must not be blank.`);
  if (!trimmed.isWellFormed() || NOT_IN_TEXT.test(trimmed.replaceAll('\n', '')))
    throw new ApiError('validation_error', `${field}: has control characters.`);
  if (redactEmails(trimmed) !== trimmed)
    throw new ApiError('validation_error', `${field}: a board has no personal data; leave out the e-mail address.`);
  return trimmed;
}

const checkedBlocks = (blocks: readonly BoardBlock[]): BoardBlock[] =>
  blocks.map((block, at) => (block.kind === 'text' ? { ...block, text: checkedText(`blocks[${at}].text`, block.text) } : block));

/** As it is stored. @throws ApiError */
function contentsOf({
  principal,
  body,
}: Pick<Call<'createBoard'>, 'principal' | 'body'>): Pick<Row, 'title' | 'blocks' | 'is_shared'> {
  const { title, blocks, is_shared = false } = body;
  if (is_shared && !principal.scopes.has(SHARING_SCOPE))
    throw new ApiError('forbidden', 'Boards are shared by analysts and managers of the profile.');
  checkedText('title', title);
  return {
    title: checkedName('title', title),
    blocks: storedBlocks.write(checkedBlocks(blocks)),
    is_shared: is_shared ? 1 : 0,
  };
}

export const createBoard = stateChange('createBoard', (call, tx) => {
  const { principal, profile, body } = call;
  const { profileId, workspaceId } = profile;
  const { personId: person_id } = principal;
  if (person_id === undefined) throw new ApiError('forbidden', 'Boards belong to a person.');
  const contents = contentsOf({ principal, body });
  const count = tx.state.statement('report/analytics/boards_count').get({ profile_id: profileId, person_id })?.boards ?? 0;
  if (count >= MAX_BOARDS) throw new ApiError('invalid_state', `You have ${MAX_BOARDS} boards here; delete some first.`);
  const now = tx.clock.now();
  const row = { ...contents, board_id: randomUUID(), profile_id: profileId, person_id };
  tx.state.statement('report/analytics/board_add').run({ ...row, now });
  const about = { workspaceId, profileId, subject: row.board_id, detail: { is_shared: contents.is_shared === 1 } };
  writeAudit(tx, { actor: actorOf(principal), action: 'board.created', ...about });
  return {
    data: shown(principal, { ...row, revision: 1, created_at: now, updated_at: now }),
    meta: { profile_id: profileId },
    outcome: 'created' as const,
  };
});

/** Of its maker alone. */
function ownBoard(base: ReadBase, profileId: string, principal: Principal, id: string): Row {
  const row = boardIn(base, profileId, principal, id);
  if (row.person_id !== principal.personId)
    throw new ApiError('forbidden', 'A board is changed by the user who made it; make a copy of your own.');
  return row;
}

export const putBoard = stateChange('putBoard', ({ principal, profile: { profileId, workspaceId }, params, body }, tx) => {
  const before = ownBoard(tx, profileId, principal, params.id);
  const { revision, ...contents } = body;
  if (revision !== before.revision)
    throw new ApiError('invalid_state', `The board has changed since (revision ${before.revision}); read it again.`);
  const row = { ...before, ...contentsOf({ principal, body: contents }) };
  const now = tx.clock.now();
  const { board_id, title, blocks, is_shared } = row;
  tx.state.statement('report/analytics/board_put').run({ board_id, title, blocks, is_shared, now });
  const about = { workspaceId, profileId, subject: board_id, detail: { is_shared: is_shared === 1 } };
  writeAudit(tx, { actor: actorOf(principal), action: 'board.updated', ...about });
  return {
    data: shown(principal, { ...row, revision: before.revision + 1, updated_at: now }),
    meta: { profile_id: profileId },
  };
});

export const deleteBoard = stateChange('deleteBoard', ({ principal, profile: { profileId, workspaceId }, params }, tx) => {
  const { board_id } = ownBoard(tx, profileId, principal, params.id);
  tx.state.statement('report/analytics/board_delete').run({ board_id });
  const about = { workspaceId, profileId, subject: board_id, detail: {} };
  writeAudit(tx, { actor: actorOf(principal), action: 'board.deleted', ...about });
  return { data: { id: board_id, deleted: true }, meta: { profile_id: profileId } };
});
