// The consent to duplicate-and-swap: programs send what a person has accepted, by version and hash of the text, at most a day ago. A person
// at their session confirms by the flag alone.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Call } from '../../base/contract/operation.ts';
import { projectFile } from '../../base/kit/paths.ts';
import { millisOf } from '../../base/kit/time/instants.ts';
import { findMember } from './writes/approvals.ts';

const VERSION = '2026-09-23.duplicate-swap.v1';
const FRESH_MS = 24 * 3_600_000;
/** Clocks differ. */
const AHEAD_MS = 60_000;

export interface Consent {
  version: string;
  text: string;
  textHash: string;
}

/** The consent text in force, and its SHA-256 in hexadecimal digits. */
export function currentConsent(base: ReadBase): Consent {
  return base.memo('act/ads consent', () => {
    const text = readFileSync(projectFile('seeds', 'consents', `${VERSION}.txt`), 'utf8');
    return { version: VERSION, text, textHash: createHash('sha256').update(text).digest('hex') };
  });
}

/** @throws ApiError `consent_required` that names what is in force. */
export function requireConsent(
  base: ReadBase,
  { principal, body }: Pick<Call<'duplicateAndSwapAd'>, 'principal' | 'body'>,
): void {
  if (body.confirm_recreate !== true && body.confirm_duplicate_swap !== true)
    throw new ApiError('validation_error', 'confirm_duplicate_swap: must be true (or confirm_recreate).');
  // Taking a swap back makes the original deliver again, as before anybody consented.
  if (principal.kind === 'session' || body.undo_of !== undefined) return;
  const { version, text, textHash } = currentConsent(base);
  const { consent } = body;
  const fault = faultOf(consent, { version, textHash, now: base.clock.now() });
  if (fault === undefined) return;
  throw new ApiError('consent_required', `consent: ${fault}. Nothing was sent to the platform.`, {
    consent: { version, text_hashes: [textHash], text },
  });
}

/** The record of an accepted consent; the person is a member's id or null, never an address. */
export function evidenceOfConsent(
  base: ReadBase,
  { principal, profile, body }: Pick<Call<'duplicateAndSwapAd'>, 'principal' | 'profile' | 'body'>,
): { name: string; value: string }[] {
  const { consent } = body;
  if (consent === undefined || principal.kind === 'session') return [];
  const { textHash } = currentConsent(base);
  const member = findMember(base, profile.workspaceId, consent.accepted_by);
  return [
    { name: 'Consent', value: `${VERSION}, text ${textHash}` },
    { name: 'Consent accepted at', value: consent.accepted_at },
    ...(member === undefined ? [] : [{ name: 'Consent accepted by', value: member }]),
  ];
}

interface InForce {
  version: string;
  textHash: string;
  now: number;
}

function faultOf(
  consent: Call<'duplicateAndSwapAd'>['body']['consent'],
  { version, textHash, now }: InForce,
): string | undefined {
  if (consent === undefined) return 'is missing';
  if (consent.version !== version) return 'is of another version';
  if (consent.text_hash.toLowerCase() !== textHash) return 'is of another text';
  const age = now - millisOf(consent.accepted_at);
  if (age < -AHEAD_MS) return 'was accepted in the future';
  return age > FRESH_MS ? 'was accepted more than 24 hours ago' : undefined;
}
