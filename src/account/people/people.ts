// People and their sessions. A person is an e-mail address; how they prove it (passwords, invitations) is beside it.

import { randomUUID } from 'node:crypto';
import { domainToASCII, domainToUnicode } from 'node:url';
import { z } from 'zod';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { mintSecret } from '../../base/kit/credential-secrets.ts';
import type { RowOf } from '../../base/state/state.ts';
import { writeAudit } from '../audit/index.ts';

export const SESSION_PREFIX = 'svc_sess_';
const SESSION_DAYS = 30;
const DAY_MS = 86_400_000;

export interface Person {
  personId: string;
  email: string;
  name: string | null;
  /** The time at which a link to the address was first followed. */
  emailConfirmedAt: number | null;
  createdAt: number;
}

const personOf = (
  row: RowOf<'account/places/operator_find' | 'account/people/person_find' | 'account/people/person_get'>,
): Person => ({
  personId: row.person_id,
  email: row.email,
  name: row.name,
  emailConfirmedAt: row.email_confirmed_at,
  createdAt: row.created_at,
});

/** The full stops of East Asian writing, which domains take for theirs. */
const FULL_STOPS = /[\u3002\uff0e\uff61]/g;

/** A domain by its letters, however it was written: `xn--mnchen-3ya.example` is `münchen.example`. */
function readableDomain(domain: string): string {
  const written = domain.replace(FULL_STOPS, '.').replace(/\.$/, '');
  // TRICKY: of plain ASCII, domainToASCII reads numbers as addresses, and `%62` as b.
  if (/^[\x21-\x7e]*$/.test(written) && !/(?:^|\.)xn--/.test(written)) return written;
  return domainToUnicode(domainToASCII(written)).normalize('NFC');
}

/** Addresses are compared without case, outer spaces and the spelling of their domain; an address that differs only so is the same mailbox. */
export function normaliseEmail(email: string): string {
  const typed = email.normalize('NFC').trim().toLowerCase();
  const domainAt = typed.lastIndexOf('@') + 1;
  const trimmed = typed.slice(0, domainAt) + readableDomain(typed.slice(domainAt));
  // No mark that a mail program could read as a second address, a name or a comment.
  const form = /^[^\s@\p{Cc}\p{Cf}<>()[\]\\,;:"]+@[^\s@\p{Cc}\p{Cf}<>()[\]\\,;:"]+$/u;
  // TRICKY: the domain as typed, too: domainToASCII leaves out line ends and tabs.
  const looksRight = trimmed.length <= 254 && trimmed.isWellFormed() && form.test(typed) && form.test(trimmed);
  if (!looksRight) throw new ApiError('validation_error', 'email: not an e-mail address.');
  return trimmed;
}

export function findPerson(base: Base, email: string): Person | undefined {
  const row = base.state.statement('account/people/person_find').get({ email: normaliseEmail(email) });
  return row && personOf(row);
}

/** The owner of the oldest account that owns a live workspace: who set this installation up. */
export function findOperator(base: ReadBase): Person | undefined {
  const row = base.state.statement('account/places/operator_find').get();
  return row && personOf(row);
}

export function personById(base: ReadBase, personId: string): Person | undefined {
  const row = base.state.statement('account/people/person_get').get({ person_id: personId });
  return row && personOf(row);
}

/** Refuses an address that belongs to another person. */
export function createPerson(base: Base, input: { email: string; name?: string; actor: string }): Person {
  const person: Person = {
    personId: randomUUID(),
    email: normaliseEmail(input.email),
    name: input.name ?? null,
    emailConfirmedAt: null,
    createdAt: base.clock.now(),
  };
  return base.state.tx(() => {
    if (findPerson(base, person.email)) throw new ApiError('invalid_state', 'A person with this e-mail address exists already.');
    base.state.statement('account/people/person_create').run({
      person_id: person.personId,
      email: person.email,
      name: person.name,
      created_at: person.createdAt,
    });
    writeAudit(base, { actor: input.actor, action: 'person.created', subject: person.personId });
    return person;
  });
}

/** How a session was opened. */
export const openedByShape = z.enum([
  'password',
  'mailed_link',
  'operator_link',
  'invitation',
  'provider',
  'passkey',
  'installation',
]);
export type OpenedBy = z.infer<typeof openedByShape>;

export const secondFactorShape = z.enum(['code', 'recovery_code']);
export type FactorKind = z.infer<typeof secondFactorShape>;

export interface NewSession {
  personId: string;
  sessionId: string;
  /** The bearer; shown once. */
  token: string;
  expiresAt: number;
}

export interface SessionStart {
  personId: string;
  actor: string;
  days?: number;
  /** For the list of sessions. */
  client?: string;
  /** The one place that it reaches. */
  workspaceId?: string;
  openedBy?: OpenedBy;
  secondFactor?: FactorKind;
}

export function createSession(base: Base, input: SessionStart): NewSession {
  const now = base.clock.now();
  const { secret, lookup, hash } = mintSecret(SESSION_PREFIX);
  const { personId } = input;
  const session = { personId, sessionId: randomUUID(), token: secret, expiresAt: now + (input.days ?? SESSION_DAYS) * DAY_MS };
  base.state.tx(() => {
    base.state.statement('account/people/session_create').run({
      session_id: session.sessionId,
      person_id: personId,
      lookup,
      hash,
      created_at: now,
      expires_at: session.expiresAt,
      client: input.client ?? null,
      workspace_id: input.workspaceId ?? null,
      opened_by: input.openedBy ?? null,
      second_factor: input.secondFactor ?? null,
    });
    writeAudit(base, { actor: input.actor, action: 'session.created', subject: session.sessionId });
  });
  return session;
}

/** Ends a session at once; ending it again changes nothing. */
export function revokeSession(base: Base, input: { sessionId: string; actor: string }): void {
  base.state.tx(() => {
    const ended = base.state
      .statement('account/people/session_revoke')
      .run({ session_id: input.sessionId, now: base.clock.now() });
    if (ended.changes > 0) writeAudit(base, { actor: input.actor, action: 'session.revoked', subject: input.sessionId });
  });
}

export interface LiveSession {
  sessionId: string;
  client: string | null;
  createdAt: number;
  /** Exact to an hour; null when it was never used. */
  lastSeenAt: number | null;
  expiresAt: number;
  /** The one place that it reaches; null: all of the person's. */
  workspaceId: string | null;
  /** Null for sessions of earlier versions. */
  openedBy: OpenedBy | null;
  secondFactor: FactorKind | null;
}

/** Live sessions of a person, newest first. */
export function sessionsOf(base: ReadBase, personId: string): LiveSession[] {
  const rows = base.state.statement('account/people/sessions_list').all({ person_id: personId, now: base.clock.now() });
  return rows.map((row) => ({
    sessionId: row.session_id,
    client: row.client,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    workspaceId: row.workspace_id,
    openedBy: openedByShape.nullable().parse(row.opened_by),
    secondFactor: secondFactorShape.nullable().parse(row.second_factor),
  }));
}

/** Was a second factor shown when, or after, the session was opened? A passkey is two in one. */
export function hasShownSecondFactor(base: ReadBase, sessionId: string): boolean {
  const proof = base.state.statement('account/people/session_proof').get({ session_id: sessionId });
  return proof?.second_factor != null || proof?.opened_by === 'passkey';
}

/** Ends all sessions of a person, or all but one; answers how many. */
export function revokeSessions(base: Base, input: { personId: string; actor: string; except?: string }): number {
  const ended = sessionsOf(base, input.personId).filter(({ sessionId }) => sessionId !== input.except);
  for (const { sessionId } of ended) revokeSession(base, { sessionId, actor: input.actor });
  return ended.length;
}
