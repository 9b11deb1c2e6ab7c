// People and their sessions. A person is an e-mail address; how they prove it (passwords, invitations) stands beside it.
import { randomUUID } from 'node:crypto';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { writeAudit } from './audit.ts';
import { mintSecret } from './secrets.ts';

export const SESSION_PREFIX = 'svc_sess_';
const SESSION_DAYS = 30;
const DAY_MS = 86_400_000;

export interface Person {
  personId: string;
  email: string;
  name: string | null;
}

/** Addresses are compared without case and outer spaces; an address that differs only so is the same person. */
export function normaliseEmail(email: string): string {
  const trimmed = email.normalize('NFC').trim().toLowerCase();
  const looksRight = trimmed.length <= 254 && trimmed.isWellFormed() && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(trimmed);
  if (!looksRight) throw new ApiError('validation_error', 'email: not an e-mail address.');
  return trimmed;
}

export function findPerson(base: Base, email: string): Person | undefined {
  const row = base.state.statement('account/access/person_find').get({ email: normaliseEmail(email) });
  if (!row) return undefined;
  return { personId: String(row['person_id']), email: String(row['email']), name: row['name'] as string | null };
}

/** Refuses an address that somebody has already. */
export function createPerson(base: Base, given: { email: string; name?: string; actor: string }): Person {
  const person: Person = { personId: randomUUID(), email: normaliseEmail(given.email), name: given.name ?? null };
  return base.state.tx(() => {
    if (findPerson(base, person.email)) throw new ApiError('invalid_state', 'A person with this e-mail address exists already.');
    base.state.statement('account/access/person_create').run({
      person_id: person.personId,
      email: person.email,
      name: person.name,
      created_at: base.clock.now(),
    });
    writeAudit(base, { actor: given.actor, action: 'person.created', subject: person.personId });
    return person;
  });
}

export interface NewSession {
  sessionId: string;
  /** The bearer; shown once. */
  token: string;
  expiresAt: number;
}

export function createSession(base: Base, given: { personId: string; actor: string; days?: number }): NewSession {
  const now = base.clock.now();
  const { secret, lookup, hash } = mintSecret(SESSION_PREFIX);
  const session = { sessionId: randomUUID(), token: secret, expiresAt: now + (given.days ?? SESSION_DAYS) * DAY_MS };
  base.state.tx(() => {
    base.state.statement('account/access/session_create').run({
      session_id: session.sessionId,
      person_id: given.personId,
      lookup,
      hash,
      created_at: now,
      expires_at: session.expiresAt,
    });
    writeAudit(base, { actor: given.actor, action: 'session.created', subject: session.sessionId });
  });
  return session;
}

/** Ends a session at once; ending it again changes nothing. */
export function revokeSession(base: Base, given: { sessionId: string; actor: string }): void {
  base.state.tx(() => {
    const ended = base.state
      .statement('account/access/session_revoke')
      .run({ session_id: given.sessionId, now: base.clock.now() });
    if (ended.changes > 0) writeAudit(base, { actor: given.actor, action: 'session.revoked', subject: given.sessionId });
  });
}
