// Challenges of passkeys: sealed texts that say for whom and since when, so that nothing is stored until one is answered; an answered one is remembered.
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Base, ReadBase } from '../../../base/base.ts';
import { hashOf } from '../../../base/kit/credential-secrets.ts';

const SEAL = 'challenge of a passkey';
const LIFE_MS = 300_000;
const NONCE_BYTES = 16;
const LONGEST = 1_000;

const shape = z.object({
  /** Null for a sign-in, before which nobody is known. */
  person_id: z.string().nullable(),
  nonce: z.string(),
  at: z.number(),
});

const clientData = z.object({ challenge: z.string() });

/** In Base64url, as browsers take it. */
export function newChallenge(base: ReadBase, personId: string | null): string {
  const content: z.infer<typeof shape> = {
    person_id: personId,
    nonce: randomBytes(NONCE_BYTES).toString('base64url'),
    at: base.clock.now(),
  };
  return base.state.vault.seal(SEAL, JSON.stringify(content)).toString('base64url');
}

/** The challenge that this answer names, where it is one of ours for this person, and young; undefined otherwise. Uses nothing up. */
export function challengeIn(base: ReadBase, clientDataJson: string, personId: string | null): string | undefined {
  const challenge = read(clientData, Buffer.from(clientDataJson, 'base64url').toString('utf8'))?.challenge;
  if (challenge === undefined || challenge.length > LONGEST) return undefined;
  const content = opened(base, challenge);
  if (!content || content.person_id !== personId || base.clock.now() - content.at > LIFE_MS) return undefined;
  return challenge;
}

/** False where it was used before. Inside the caller's transaction. */
export function useChallenge(base: Base, challenge: string): boolean {
  const now = base.clock.now();
  base.state.statement('account/people/passkey_challenges_forget').run({ before: now - 2 * LIFE_MS });
  return base.state.statement('account/people/passkey_challenge_use').run({ hash: hashOf(challenge), now }).changes > 0;
}

function opened(base: ReadBase, challenge: string): z.infer<typeof shape> | undefined {
  try {
    return read(shape, base.state.vault.open(SEAL, Buffer.from(challenge, 'base64url')));
  } catch {
    return undefined; // not sealed here, or with another master key
  }
}

function read<T>(wanted: z.ZodType<T>, text: string): T | undefined {
  try {
    return wanted.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // no JSON
  }
}
