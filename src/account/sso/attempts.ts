// Sign-ins on their way at a provider: a random state, bound to the browser that began it, that comes back once and within ten minutes.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Base } from '../../base/base.ts';
import { mintSecret } from '../../base/kit/credential-secrets.ts';

const LIFE_MS = 600_000;
/** Attempts are stored this long, so that a late return gets another message than one that nobody began. */
const REMEMBERED_MS = 24 * 3_600_000;

const secretsShape = z.object({ nonce: z.string(), code_verifier: z.string(), continue_path: z.string() });

export interface Attempt {
  workspaceId: string;
  nonce: string;
  codeVerifier: string;
  /** Where the person was going, on this service. */
  continuePath: string;
}

export interface NewAttempt extends Attempt {
  state: string;
  /** For a cookie of the browser. */
  browser: string;
}

const SEAL = 'sign-in at a provider';
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export function beginAttempt(base: Base, workspaceId: string, continuePath: string): NewAttempt {
  const random = (prefix: string): string => mintSecret(prefix).secret;
  const attempt: NewAttempt = {
    workspaceId,
    continuePath,
    state: random('svc_state_'),
    browser: random('svc_browser_'),
    nonce: random('svc_nonce_'),
    codeVerifier: random('svc_verifier_'),
  };
  const secrets: z.infer<typeof secretsShape> = {
    nonce: attempt.nonce,
    code_verifier: attempt.codeVerifier,
    continue_path: continuePath,
  };
  const now = base.clock.now();
  base.state.tx(() => {
    base.state.statement('account/sso/sso_attempts_forget').run({ before: now - REMEMBERED_MS });
    base.state.statement('account/sso/sso_attempt_create').run({
      state_hash: hashOf(attempt.state),
      workspace_id: workspaceId,
      browser_hash: hashOf(attempt.browser),
      secrets: base.state.vault.seal(SEAL, JSON.stringify(secrets)),
      now,
    });
  });
  return attempt;
}

/** Takes the sign-in that comes back; one of another browser stays. */
export function takeAttempt(base: Base, state: string, browser: string): Attempt | 'unknown' | 'expired' {
  const row = base.state
    .statement('account/sso/sso_attempt_take')
    .get({ state_hash: hashOf(state), browser_hash: hashOf(browser) });
  if (!row) return 'unknown';
  if (base.clock.now() - row.created_at > LIFE_MS) return 'expired';
  const secrets = secretsShape.parse(JSON.parse(base.state.vault.open(SEAL, row.secrets)));
  return {
    workspaceId: row.workspace_id,
    nonce: secrets.nonce,
    codeVerifier: secrets.code_verifier,
    continuePath: secrets.continue_path,
  };
}
