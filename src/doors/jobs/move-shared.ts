// What leaving and arriving have in common: who they are audited as, what others reach the profile by, and a full disk in words.
import { writeAudit } from '../../account/audit/index.ts';
import { findProfile } from '../../account/places/index.ts';
import type { Base } from '../../base/base.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import type { Reach, ReachState } from '../../base/contract/slice-hooks.ts';
import { isOutOfRoom } from '../../base/files/disk.ts';
import { MoveRefused } from '../../base/move/move-file.ts';
import type { Command } from './command.ts';

export const ACTOR = 'system';

export const ownId = (base: Base): string => {
  const id = base.state.statement('base/installation_get').get()?.id;
  if (id === undefined) throw new Error('state has no installation id');
  return id;
};

export function audit(base: Base, profileId: string, action: string, detail: Record<string, unknown>): void {
  const workspaceId = findProfile(base, profileId)?.workspaceId;
  writeAudit(base, { actor: ACTOR, action, ...(workspaceId ? { workspaceId } : {}), profileId, subject: profileId, detail });
}

/** A full disk is said in words. What an attempt wrote is removed by the next, as after a crash. */
export const withRoom =
  (command: Command): Command =>
  async (...call) => {
    try {
      return await command(...call);
    } catch (error) {
      if (!isOutOfRoom(error)) throw error;
      const text = 'A disk is full, that of the file or of the data folder. Nothing is lost: make room and repeat this command.';
      throw new MoveRefused(text, { cause: error });
    }
  };

/** By what others reach the profile whose rows are in this state. */
export const reachesOf = (base: Base, state: ReachState, profileId: string): Reach[] =>
  hooksOf(base).flatMap(({ reaches }) => reaches?.(state, profileId) ?? []);

/** For the audit: ids alone. */
export const idsOf = (reaches: readonly Reach[]): Record<string, string[]> =>
  Object.fromEntries(
    [...new Set(reaches.map(({ kind }) => kind))].map((kind) => [
      kind,
      reaches
        .filter((each) => each.kind === kind)
        .map(({ id }) => id)
        .sort(),
    ]),
  );
