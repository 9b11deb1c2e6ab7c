// The caller itself: person, password and sessions. Tokens and keys never come here: a credential cannot administer its class.
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { checkedName } from '../../base/contract/names.ts';
import { type Principal, reading, stateChange } from '../../base/contract/operation.ts';
import { findApp, returnOrigins } from '../apps/index.ts';
import { writeAudit } from '../audit/index.ts';
import {
  checkPassword,
  hashPassword,
  hasPassword,
  type Person,
  personById,
  putPassword,
  revokeSession,
  revokeSessions,
  sessionsOf,
  takeAttempt,
  verifyPassword,
} from '../people/index.ts';

const instant = (at: number): string => new Date(at).toISOString();

/** The person behind a session; there is always one. */
function self(base: ReadBase, { personId }: Principal): Person {
  const person = personId === undefined ? undefined : personById(base, personId);
  if (!person) throw new ApiError('unauthorized', 'The person of this session no longer exists.');
  return person;
}

const shown = (base: ReadBase, { workspaceId }: Principal, person: Person) => ({
  kind: 'person' as const,
  user_id: person.personId,
  email: person.email,
  name: person.name,
  email_confirmed: person.emailConfirmedAt !== null,
  has_password: hasPassword(base, person.personId),
  created_at: instant(person.createdAt),
  workspace_id: workspaceId ?? null,
});

export const getMe = reading('getMe', ({ principal }, base) => {
  if (principal.kind !== 'app') return { data: shown(base, principal, self(base, principal)) };
  const app = findApp(base, principal.appId ?? '');
  if (!app) throw new ApiError('unauthorized', 'The app no longer exists.');
  const { appId, name, tier, createdAt } = app;
  const data = { kind: 'app' as const, app_id: appId, name, tier, return_url_supported: returnOrigins(app) };
  return { data: { ...data, created_at: instant(createdAt) } };
});

export const updateMe = stateChange('updateMe', ({ principal, body }, base) => {
  const name = body.name === null ? null : checkedName('name', body.name);
  return base.state.tx(() => {
    const { personId } = self(base, principal);
    base.state.statement('account/people/person_rename').run({ person_id: personId, name });
    writeAudit(base, { actor: `person:${personId}`, action: 'person.updated', subject: personId, detail: { fields: ['name'] } });
    return { data: shown(base, principal, self(base, principal)) };
  });
});

export const updatePassword = stateChange('updatePassword', {
  prepare: async ({ principal, body }, base) => {
    const { personId, email } = self(base, principal);
    if (hasPassword(base, personId)) await checkCurrent(base, { personId, email }, body.current_password);
    await checkPassword('new_password', body.new_password, email);
    return { personId, hashed: await hashPassword(body.new_password) };
  },
  change: ({ principal }, base, { personId, hashed }) => {
    const actor = `person:${personId}`;
    putPassword(base, personId, hashed);
    writeAudit(base, { actor, action: 'password.changed', subject: personId, detail: { by: 'session' } });
    const sessions_ended = revokeSessions(base, { personId, actor, except: sessionOf(principal) });
    return { data: { changed_at: instant(base.clock.now()), sessions_ended } };
  },
});

async function checkCurrent(
  base: ReadBase,
  person: Pick<Person, 'personId' | 'email'>,
  value: string | undefined,
): Promise<void> {
  if (value === undefined || value === '')
    throw new ApiError('current_password_required', 'current_password: send it with the new one.');
  const giveBack = takeAttempt(base, 'password', { account: `signed in: ${person.email}` });
  if (!(await verifyPassword(base, person.personId, value)))
    throw new ApiError('current_password_invalid', 'current_password: this is not your password.');
  giveBack();
}

const sessionOf = ({ credentialId }: Principal): string => credentialId.slice('session:'.length);

/** In a session of one workspace, only those of that workspace. */
const ownSessions = (base: ReadBase, principal: Principal) =>
  sessionsOf(base, self(base, principal).personId).filter(
    ({ workspaceId }) => principal.workspaceId === undefined || workspaceId === principal.workspaceId,
  );

export const listMySessions = reading('listMySessions', ({ principal }, base) => ({
  data: ownSessions(base, principal).map((session) => ({
    id: session.sessionId,
    client: session.client,
    is_current: session.sessionId === sessionOf(principal),
    created_at: instant(session.createdAt),
    last_seen_at: session.lastSeenAt === null ? null : instant(session.lastSeenAt),
    opened_by: session.openedBy,
    second_factor: session.secondFactor,
    expires_at: instant(session.expiresAt),
  })),
}));

export const deleteMySession = stateChange('deleteMySession', ({ principal, params }, base) => {
  const { personId } = self(base, principal);
  const sessionId = params.id.toLowerCase();
  if (!ownSessions(base, principal).some((session) => session.sessionId === sessionId))
    throw new ApiError('not_found', 'No such session.');
  revokeSession(base, { sessionId, actor: `person:${personId}` });
  return { data: { id: sessionId, revoked_at: instant(base.clock.now()) } };
});

/** All but the current one; in a session of one workspace, of those of that workspace. */
export const deleteMyOtherSessions = stateChange('deleteMyOtherSessions', ({ principal }, base) => {
  const { personId } = self(base, principal);
  const others = ownSessions(base, principal).filter(({ sessionId }) => sessionId !== sessionOf(principal));
  for (const { sessionId } of others) revokeSession(base, { sessionId, actor: `person:${personId}` });
  return { data: { sessions_ended: others.length } };
});
