// Notes of people on days, shown on graphs beside the decisions that the service itself records. No figure depends on one.
import { randomUUID } from 'node:crypto';
import { actorOf, writeAudit } from '../../../account/audit/index.ts';
import { personById } from '../../../account/people/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { reading, stateChange } from '../../../base/contract/operation.ts';

const MAX_NOTES = 2_000;
const MAX_CHARACTERS = 500;
/** Controls, and marks that turn round how the text after them is read. */
const NOT_IN_TEXT = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u;

interface Row {
  note_id: string;
  day: string;
  text: string;
  campaign: string;
  author: string;
  created_at: number;
}

/** A user by the name of the account, otherwise its address; a key by what the audit calls it. */
function authorName(base: ReadBase, author: string): string {
  const person = author.startsWith('person:') ? personById(base, author.slice('person:'.length)) : undefined;
  return person ? (person.name ?? person.email) : author;
}

const shown = (base: ReadBase, { note_id, day, text, campaign, author, created_at }: Row) => ({
  id: note_id,
  day,
  text,
  campaign: campaign === '' ? null : campaign,
  author: authorName(base, author),
  created_at: new Date(created_at).toISOString(),
});

export const listNotes = reading('listNotes', ({ profile: { profileId }, params }, base) => {
  const { date_from, date_to, campaign = null } = params;
  const rows = base.state.statement('report/analytics/notes_list').all({ profile_id: profileId, date_from, date_to, campaign });
  return { data: rows.map((row) => shown(base, row)), meta: { profile_id: profileId } };
});

function checkedText(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw new ApiError('validation_error', 'text: must not be blank.');
  if (trimmed.length > MAX_CHARACTERS) throw new ApiError('validation_error', `text: at most ${MAX_CHARACTERS} characters.`);
  if (!trimmed.isWellFormed() || NOT_IN_TEXT.test(trimmed))
    throw new ApiError('validation_error', 'text: has line breaks or other control characters.');
  return trimmed;
}

/** The same note again is the one that is there. */
export const createNote = stateChange('createNote', ({ principal, profile: { profileId, workspaceId }, body }, base) =>
  base.state.tx(() => {
    const contents = { profile_id: profileId, day: body.day, text: checkedText(body.text), campaign: body.campaign ?? '' };
    const before = base.state.statement('report/analytics/note_find').get(contents);
    if (before) return { data: shown(base, before), meta: { profile_id: profileId } };
    const { notes } = base.state.statement('report/analytics/notes_count').get({ profile_id: profileId }) ?? { notes: 0 };
    if (notes >= MAX_NOTES) throw new ApiError('invalid_state', `The profile has ${MAX_NOTES} notes; delete some first.`);
    const actor = actorOf(principal);
    const row = { ...contents, note_id: randomUUID(), author: actor };
    base.state.statement('report/analytics/note_add').run({ ...row, now: base.clock.now() });
    writeAudit(base, { actor, action: 'note.created', workspaceId, profileId, subject: row.note_id, detail: { day: body.day } });
    return {
      data: shown(base, { ...row, created_at: base.clock.now() }),
      meta: { profile_id: profileId },
      outcome: 'created' as const,
    };
  }),
);

export const deleteNote = stateChange('deleteNote', ({ principal, profile: { profileId, workspaceId }, params }, base) =>
  base.state.tx(() => {
    const { changes } = base.state.statement('report/analytics/note_remove').run({ profile_id: profileId, note_id: params.id });
    if (changes === 0) throw new ApiError('not_found', 'The profile has no such note.');
    const about = { actor: actorOf(principal), action: 'note.deleted', workspaceId, profileId, subject: params.id };
    writeAudit(base, { ...about, detail: {} });
    return { data: { id: params.id, deleted: true }, meta: { profile_id: profileId } };
  }),
);
