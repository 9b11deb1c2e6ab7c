// Changes of ads as they are stored: texts of strangers in bounded length, and one row for a change however often it is read.
import { createHash } from 'node:crypto';
import type { Base, ReadBase } from '../../../base/base.ts';
import type { RowOf } from '../../../base/state/state.ts';
import type { ChangeField } from '../../../providers/ad-platform.ts';
import type { ObjectType } from '../catalogue/objects.ts';

export type AdChange = RowOf<'act/connections/ad_changes_list'>;

/** The account of changes, by the platform's own ids. */
export interface ChangesOf {
  profileId: string;
  platform: string;
  accountId: string;
}

export interface NewChange {
  /** Equal for the same change of an account. */
  key: string;
  type: ObjectType;
  id: string;
  name?: string | undefined;
  field: ChangeField;
  before?: string | undefined;
  after?: string | undefined;
  word: string;
  actor?: string | undefined;
  via?: string | undefined;
  source: 'log' | 'readings';
  mayBeOwn?: boolean | undefined;
  at: number;
  /** Of what two readings show, the time of the earlier one. */
  after_at?: number | undefined;
}

const MAX_LENGTH = { id: 256, name: 500, value: 300, word: 200 };
const KEPT_MS = 800 * 86_400_000;

function textOf(text: string | undefined, length: number): string | null {
  const clean = text?.replaceAll('\u0000', '').slice(0, length).toWellFormed().trim();
  return clean === undefined || clean === '' ? null : clean;
}

const idOf = ({ platform, accountId }: ChangesOf, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([platform, accountId, key]))
    .digest('hex')
    .slice(0, 32);

/** Inside the caller's transaction, or one statement each. */
export function putChanges(base: Base, of: ChangesOf, changes: readonly NewChange[]): void {
  for (const change of changes) {
    if (change.id === '' || change.id.length > MAX_LENGTH.id) continue;
    base.state.statement('act/connections/ad_change_put').run({
      profile_id: of.profileId,
      change_id: idOf(of, change.key),
      platform: of.platform,
      account_id: of.accountId,
      object_type: change.type,
      object_id: change.id,
      object_name: textOf(change.name, MAX_LENGTH.name),
      field: change.field,
      before: textOf(change.before, MAX_LENGTH.value),
      after: textOf(change.after, MAX_LENGTH.value),
      word: textOf(change.word, MAX_LENGTH.word) ?? '',
      actor: textOf(change.actor, MAX_LENGTH.word),
      via: textOf(change.via, MAX_LENGTH.word),
      source: change.source,
      may_be_own: change.mayBeOwn === undefined ? null : Number(change.mayBeOwn),
      changed_at: change.at,
      changed_after: change.after_at ?? null,
    });
  }
}

export const forgetOldChanges = (base: Base, profileId: string): void => {
  base.state.statement('act/connections/ad_changes_forget').run({ profile_id: profileId, before: base.clock.now() - KEPT_MS });
};

export interface ChangesAsked {
  from: number;
  /** Excluded. */
  to: number;
  /** Type and id. */
  objects?: readonly (readonly [ObjectType, string])[] | undefined;
  platform?: string | undefined;
  accountId?: string | undefined;
  field?: ChangeField | undefined;
  /** The place of the last change of the page before. */
  before?: { at: number; id: string } | undefined;
  limit: number;
}

/** The latest first, ours and those of others. */
export function storedChanges(base: ReadBase, profileId: string, asked: ChangesAsked): AdChange[] {
  const { from, to, objects, platform, accountId, field, before, limit } = asked;
  return base.state.statement('act/connections/ad_changes_list').all({
    profile_id: profileId,
    from_at: from,
    to_at: to,
    before_at: before?.at ?? to,
    before_id: before?.id ?? '',
    objects: objects === undefined ? null : JSON.stringify(objects),
    platform: platform ?? null,
    field: field ?? null,
    account_id: accountId ?? null,
    limit,
  });
}
