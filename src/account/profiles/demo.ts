// The demo profile of a workspace: an invented shop to look around in, filled through the same intake as anybody's data. One at a
// time; it takes no place of the plan, but needs one that is free. What a crash interrupted is taken up when it is asked for again.
import { setTimeout as pause } from 'node:timers/promises';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import { stateChange } from '../../base/contract/operation.ts';
import type { DemoShop } from '../../base/contract/slice-hooks.ts';
import { archiveProfile } from '../access/index.ts';
import { actorOf } from '../audit/index.ts';
import { demoProfile } from '../places/index.ts';
import { shownArchived } from './app-profiles.ts';
import { addProfile } from './profiles.ts';

/** How long the caller waits for it to be filled; that goes on without them. */
const PATIENCE_MS = 10_000;

function shopOf(base: Base): DemoShop {
  const shop = hooksOf(base).find(({ demo }) => demo)?.demo;
  if (!shop) throw new ApiError('not_implemented', 'This installation has no demo.');
  return shop;
}

export const createDemoProfile = stateChange('createDemoProfile', {
  after: async ({ principal, workspaceId }, base) => {
    const shop = shopOf(base);
    const { profileId, created } = base.state.tx(() => {
      const known = demoProfile(base, workspaceId);
      if (known && !known.isArchived) return { profileId: known.profileId, created: false };
      return addProfile(base, { workspaceId, ...shop.settings, isDemo: true, actor: actorOf(principal) });
    });
    if (created) base.signals.emit('decisions', profileId);
    const filled = await Promise.race([fill(base, shop, profileId), pause(PATIENCE_MS, false, { ref: false })]);
    const data = { profile_id: profileId, workspace_id: workspaceId, created, filled };
    return created ? { data, outcome: 'created' } : { data };
  },
});

/** True once everything is taken in. */
function fill(base: Base, shop: DemoShop, profileId: string): Promise<boolean> {
  const fillings = base.memo('account/profiles/demo running', () => new Map<string, Promise<boolean>>());
  const known = fillings.get(profileId);
  if (known) return known;
  const row = base.state.statement('account/profiles/demo_get').get({ profile_id: profileId });
  if (row?.demo_filled_at != null) return Promise.resolve(true);
  const filling = shop
    .fill(base, profileId, Number(row?.created_at))
    .then(() => {
      base.state.statement('account/profiles/demo_filled').run({ profile_id: profileId, now: base.clock.now() });
      return true;
    })
    .finally(() => fillings.delete(profileId));
  fillings.set(profileId, filling);
  // Whoever stops waiting leaves it to go on; what goes wrong then is told when it is asked for again.
  filling.catch((error: unknown) => base.log.warn({ err: error, profile_id: profileId }, 'a demo profile could not be filled'));
  return filling;
}

export const deleteDemoProfile = stateChange('deleteDemoProfile', {
  after: async ({ principal, workspaceId }, base) => {
    const known = demoProfile(base, workspaceId);
    if (!known) throw new ApiError('not_found', 'The workspace has no demo profile.');
    return { data: shownArchived(await archiveProfile(base, { profileId: known.profileId, actor: actorOf(principal) })) };
  },
});
