// Where profiles are in a move. From `leaving` on nothing is accepted for the profile here, no setting changes and no job of it runs; `released`
// cannot be undone, as the key that opens its file has been returned. So of two installations at most one accepts for it.
import type { Base, ReadBase } from '../base.ts';
import { ApiError } from '../contract/api-error.ts';
import type { Journal } from '../journal/journal.ts';
import { parseIdentity } from '../sealing/sealing.ts';
import type { RowOf, State } from '../state/state.ts';
import type { MoveKey } from './move-file.ts';

export type Move = RowOf<'base/move_get'>;

export const moveOf = (base: ReadBase, profileId: string): Move | undefined =>
  base.state.statement('base/move_get').get({ profile_id: profileId });

/** Its rows are not here yet, or not all of them. */
export const isArriving = (base: ReadBase, profileId: string): boolean => moveOf(base, profileId)?.status === 'arriving';

const RETRY_SECONDS = 60;

/** For who sends; trackers and servers keep what they have and try again. */
export const movedText = (status: Move['status'], address: string | null): string => {
  if (status === 'arriving') return 'This profile is arriving in this installation; try again in a minute.';
  const where = address === null ? 'another installation' : address;
  return status === 'released'
    ? `This profile moved to ${where}: send to it there.`
    : `This profile is moving to ${where}: nothing is accepted here; try again, there or here.`;
};

export const movedRefusal = (message: string): ApiError => new ApiError('profile_moved', message, {}, RETRY_SECONDS);

/** Throws for a change of a profile that moves or moved. */
export function requireHere(base: ReadBase, profileId: string): void {
  const move = moveOf(base, profileId);
  if (move) throw movedRefusal(movedText(move.status, move.address));
}

/** At open, before anybody can send. */
export function shutMoved(state: Pick<State, 'statement'>, journal: Pick<Journal, 'shut'>): void {
  for (const { profile_id, status, address } of state.statement('base/moves_list').all())
    journal.shut(profile_id, movedText(status, address));
}

const contextOf = (profileId: string): string => `move:${profileId}`;

/** Undefined for the key of an earlier version, whose file was not sealed. */
export function keyOfMove(base: Base, { profile_id, sealed_key }: Move): MoveKey | undefined {
  if (sealed_key === null) throw new Error(`the move of ${profile_id} has no key`);
  return parseIdentity(base.state.vault.open(contextOf(profile_id), sealed_key));
}

export const sealedKeyOfMove = (base: Base, profileId: string, key: MoveKey): Buffer =>
  base.state.vault.seal(contextOf(profileId), key);

/** Stores the move as it is now, and shuts the journal for its profile. */
export function putMove(base: Base, move: Move): void {
  base.state.statement('base/move_put').run({ ...move, now: base.clock.now() });
  base.journal.shut(move.profile_id, movedText(move.status, move.address));
}

/** Runs inside the transaction that ends the move; `reopen` follows it. */
export const removeMove = (base: Base, profileId: string): void => {
  base.state.statement('base/move_remove').run({ profile_id: profileId });
};
