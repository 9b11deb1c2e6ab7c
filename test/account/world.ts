// A small real world for tests below the door: state and journal in a temporary folder, a clock that is set, two installations.
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { identify } from '../../src/account/access/index.ts';
import { createPerson, createSession } from '../../src/account/people/index.ts';
import { setProfileRole, setWorkspaceRole } from '../../src/account/places/index.ts';
import type { Base } from '../../src/base/base.ts';
import type { Config } from '../../src/base/config/config.ts';
import type { Principal } from '../../src/base/contract/operation.ts';
import { openJournal } from '../../src/base/journal/open-journal.ts';
import { fakeClock } from '../../src/base/kit/clock.ts';
import { createSignals } from '../../src/base/kit/signals.ts';
import { openState } from '../../src/base/state/open-state.ts';
import { type Installation, type Installed, initInstallation } from '../../src/collect/tracking/index.ts';
import { placeBlankState } from '../base/blank-state.ts';
import { temporaryFolder, testConfig } from '../base/folder.ts';

export const START = '2026-03-01T12:00:00Z';
export const DAY_MS = 86_400_000;

export interface World {
  base: Base;
  clock: ReturnType<typeof fakeClock>;
  folder: string;
  /** Ann's workspace, and that of Zoe, a stranger to it. */
  ann: Installed;
  zoe: Installed;
  /** A new member of Ann's workspace, with a role on Ann's profile if one is given; as their session. */
  member(email: string, role?: 'manager' | 'analyst' | 'viewer', canSeePii?: boolean): Principal;
  /** As `member`, but as their bearer. */
  memberToken(email: string, role?: 'manager' | 'analyst' | 'viewer', canSeePii?: boolean): string;
  principal(secret: string): Principal;
}

export const ANN: Installation = {
  email: 'ann@north.example',
  workspace: 'North',
  profile: 'North Shop',
  currency: 'EUR',
  timezone: 'Europe/Berlin',
};
const ZOE: Installation = { ...ANN, email: 'zoe@south.example', workspace: 'South', profile: 'South Shop' };

export async function openWorld(t: TestContext, overrides: Partial<Config> = {}): Promise<World> {
  const folder = temporaryFolder(t);
  const config = testConfig(folder, overrides);
  const clock = fakeClock(START);
  placeBlankState(folder);
  const state = openState(config, clock);
  const journal = await openJournal(folder);
  t.after(async () => {
    await journal.close();
    state.close();
  });
  const log = pino({ level: 'silent' });
  // Neither archive nor warehouse is touched below; what is not there fails loudly.
  const base = {
    config,
    clock,
    log,
    state,
    journal,
    signals: createSignals(),
    memo: state.memo,
    mutex: state.mutex,
  } as unknown as Base;
  return worldOn(base, clock, folder, initInstallation(base, ANN));
}

/** Zoe moves in beside Ann. */
export function worldOn(base: Base, clock: World['clock'], folder: string, ann: Installed): World {
  const zoe = initInstallation(base, ZOE);
  const principal = (secret: string): Principal => {
    const found = identify(base, `Bearer ${secret}`);
    if (!found) throw new Error('nobody has this secret');
    return found;
  };
  const memberToken: World['memberToken'] = (email, role, canSeePii = true) => {
    const person = createPerson(base, { email, actor: 'system' });
    const place = { profileId: ann.profile_id, workspaceId: ann.workspace_id };
    setWorkspaceRole(base, { workspaceId: ann.workspace_id, personId: person.personId, role: 'member', actor: 'system' });
    if (role) setProfileRole(base, { profile: place, personId: person.personId, role, canSeePii, actor: 'system' });
    return createSession(base, { personId: person.personId, actor: 'system' }).token;
  };
  const member: World['member'] = (email, role, canSeePii) => principal(memberToken(email, role, canSeePii));
  return { base, clock, folder, ann, zoe, member, memberToken, principal };
}

/** For `assert.throws`: a refusal with this code, and these members if they are given. */
export const refusal =
  (code: string, extra?: Record<string, unknown>) =>
  (error: unknown): boolean => {
    const values = error as { code?: string; extra?: Record<string, unknown> };
    if (values.code !== code) throw new Error(`expected ${code}, got ${String(error)}`, { cause: error });
    return extra === undefined || JSON.stringify(values.extra) === JSON.stringify(extra);
  };
