// Signing in where the password, or a link from a mail, is only the first of two factors: what was shown so far is sealed and comes back with the code.
import { z } from 'zod';
import type { Base } from '../../../base/base.ts';
import { createSession, type NewSession, type OpenedBy, openedByShape } from '../people.ts';
import { hasSecondFactor, takeCode } from './codes.ts';

const SEAL = 'pending sign-in';
const LIFE_MS = 600_000;
const LONGEST = 4_000;

const shape = z.object({
  person_id: z.string(),
  opened_by: openedByShape,
  client: z.string().nullable(),
  /** A new password ends what is pending. */
  password_changed_at: z.number().nullable(),
  at: z.number(),
});
type Pending = z.infer<typeof shape>;

interface Opening {
  personId: string;
  openedBy: OpenedBy;
  /** For the list of sessions. */
  client?: string;
}

export type Opened = { outcome: 'signed_in'; session: NewSession } | { outcome: 'code_needed'; pending: string };

/** A session, or what to send back with a code. Inside the caller's transaction where it has one. */
export function openSession(base: Base, { personId, openedBy, client }: Opening): Opened {
  if (!hasSecondFactor(base, personId)) {
    const by = { openedBy, ...(client === undefined ? {} : { client }) };
    return { outcome: 'signed_in', session: createSession(base, { personId, actor: `person:${personId}`, ...by }) };
  }
  const pending: Pending = {
    person_id: personId,
    opened_by: openedBy,
    client: client ?? null,
    password_changed_at: passwordChangedAt(base, personId),
    at: base.clock.now(),
  };
  return { outcome: 'code_needed', pending: base.state.vault.seal(SEAL, JSON.stringify(pending)).toString('base64url') };
}

/** The session, `wrong_code`, or `expired`, after which it begins anew. @throws ApiError after too many wrong codes */
export function finishSignIn(
  base: Base,
  { pending, code, address }: { pending: string; code: string; address: string },
): NewSession | 'wrong_code' | 'expired' {
  const found = opened(base, pending);
  if (!found || base.clock.now() - found.at > LIFE_MS) return 'expired';
  const personId = found.person_id;
  if (!hasSecondFactor(base, personId) || passwordChangedAt(base, personId) !== found.password_changed_at) return 'expired';
  return base.state.tx(() => {
    const secondFactor = takeCode(base, personId, code, address);
    if (secondFactor === undefined) return 'wrong_code';
    return createSession(base, {
      personId,
      actor: `person:${personId}`,
      openedBy: found.opened_by,
      secondFactor,
      ...(found.client === null ? {} : { client: found.client }),
    });
  });
}

const passwordChangedAt = (base: Base, personId: string): number | null =>
  base.state.statement('account/people/password_get').get({ person_id: personId })?.changed_at ?? null;

function opened(base: Base, token: string): Pending | undefined {
  if (token === '' || token.length > LONGEST) return undefined;
  try {
    return shape.safeParse(JSON.parse(base.state.vault.open(SEAL, Buffer.from(token, 'base64url')))).data;
  } catch {
    return undefined; // not sealed here, or with another master key
  }
}
