// Calls under an Idempotency-Key: one effect per credential, operation and key, however often it is sent. A finished call is
// answered again for 24 hours; one whose runner was lost may be taken over when its lease is over.
import { createHash, randomUUID } from 'node:crypto';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { withoutWords } from '../../base/contract/erasing.ts';
import { canonicalJson } from '../../base/kit/canonical.ts';

const LEASE_MS = 2 * 60_000;
const KEPT_MS = 24 * 60 * 60_000;
const LONGEST_KEY = 256;

export interface IdempotentCall {
  /** The session, key or app; for user tokens the grant. */
  credentialId: string;
  operationId: string;
  /** The header's value. */
  key: string;
  /** Parameters and body, as JSON values. */
  request: unknown;
}

export interface Lease {
  callKey: Buffer;
  token: string;
  /** An earlier runner was lost: what it did must be searched for before it is done again. */
  isRetry: boolean;
}

export type Begun = { lease: Lease } | { replay: { status: number; text: string } };

const digest = (...parts: string[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();

/** The lease to run the call, or the answer that it had. Refuses while it runs, and when the key came with another request. */
export function beginCall(base: Base, { credentialId, operationId, key, request }: IdempotentCall): Begun {
  if (key.length === 0 || key.length > LONGEST_KEY)
    throw new ApiError('invalid_request', `Idempotency-Key: 1 to ${LONGEST_KEY} characters.`);
  const now = base.clock.now();
  const callKey = digest(credentialId, operationId, key);
  const requestHash = digest(canonicalJson(request ?? null));
  return base.state.tx((): Begun => {
    base.state.statement('account/access/idempotent_calls_forget').run({ now });
    const earlier = base.state.statement('account/access/idempotent_call_get').get({ call_key: callKey });
    if (earlier && !requestHash.equals(earlier.request_hash))
      throw new ApiError('idempotency_key_conflict', 'This Idempotency-Key came with another request before.');
    if (earlier?.status != null) {
      const text = base.state.vault.open(callKey.toString('hex'), earlier.answer as Buffer);
      return { replay: { status: earlier.status, text } };
    }
    if (earlier && earlier.lease_until > now)
      throw new ApiError('idempotency_key_in_flight', 'The first request with this Idempotency-Key is not through yet.', {}, 1);
    const lease: Lease = { callKey, token: randomUUID(), isRetry: earlier !== undefined };
    base.state.statement('account/access/idempotent_call_begin').run({
      call_key: callKey,
      request_hash: requestHash,
      token: lease.token,
      lease_until: now + LEASE_MS,
      expires_at: now + KEPT_MS,
    });
    return { lease };
  });
}

/** Keeps a 2xx answer. Inside the transaction of the effect where there is one, so that both are committed together. */
export function finishCall(base: Base, { callKey, token }: Lease, answer: { status: number; text: string }): void {
  base.state.statement('account/access/idempotent_call_finish').run({
    call_key: callKey,
    token,
    status: answer.status,
    answer: base.state.vault.seal(callKey.toString('hex'), answer.text),
  });
}

/** A refused call leaves nothing: the same key may be sent again. */
export function dropCall(base: Base, { callKey, token }: Lease): void {
  base.state.statement('account/access/idempotent_call_drop').run({ call_key: callKey, token });
}

/** Takes what is said of a person out of answers that are kept: a call that is sent again is still answered, not made again. */
export function eraseFromKeptAnswers(base: Base, words: readonly string[]): void {
  const rows = base.state.statement('account/access/idempotent_calls_answered').all();
  for (const row of rows) {
    const key = row.call_key;
    const text = base.state.vault.open(key.toString('hex'), row.answer);
    const cleaned = JSON.stringify(withoutWords(JSON.parse(text), words));
    if (cleaned !== JSON.stringify(JSON.parse(text)))
      base.state
        .statement('account/access/idempotent_call_rewrite')
        .run({ call_key: key, answer: base.state.vault.seal(key.toString('hex'), cleaned) });
  }
}
