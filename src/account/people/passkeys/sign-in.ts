// Signing in with a passkey. It is two factors in one, as the authenticator verifies its person: no code is required.
import type { Base } from '../../../base/base.ts';
import { takeAttempt } from '../attempts.ts';
import { createSession, type NewSession } from '../people.ts';
import { checkSignIn, type SignedIn } from './ceremonies.ts';
import { useChallenge } from './challenges.ts';
import { signInShape } from './shapes.ts';

/** @param answer JSON of the browser. Undefined where it opens nothing. @throws ApiError after too many */
export async function signInByPasskey(
  base: Base,
  { answer, address, client }: { answer: string; address: string; client?: string },
): Promise<NewSession | undefined> {
  const giveBack = takeAttempt(base, 'passkey', { address });
  const parsed = signInShape.safeParse(readJson(answer)).data;
  const checked = parsed && (await checkSignIn(base, parsed));
  const session = checked && base.state.tx(() => open(base, checked, client));
  if (session) giveBack();
  return session;
}

function open(base: Base, { challenge, ...used }: SignedIn, client: string | undefined): NewSession | undefined {
  if (!useChallenge(base, challenge)) return undefined;
  const { passkeyId, personId, before, counter, isSynced } = used;
  const now = base.clock.now();
  const params = { passkey_id: passkeyId, before, counter, is_synced: isSynced ? 1 : 0, now };
  // Removed meanwhile, or used elsewhere with the same counter.
  if (base.state.statement('account/people/passkey_used').run(params).changes === 0) return undefined;
  const by = { openedBy: 'passkey', ...(client === undefined ? {} : { client }) } as const;
  return createSession(base, { personId, actor: `person:${personId}`, ...by });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no JSON
  }
}
