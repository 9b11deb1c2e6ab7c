// The second factor of a person: a secret in an app on their phone, and recovery codes for the day that it is lost. A code of the app works once, and
// no earlier one after it; a recovery code works once. Wrong codes are limited.
import { randomBytes } from 'node:crypto';
import type { Base, ReadBase } from '../../../base/base.ts';
import { hashOf } from '../../../base/kit/credential-secrets.ts';
import { writeAudit } from '../../audit/index.ts';
import { takeAttempt } from '../attempts.ts';
import { queueMail } from '../mails.ts';
import { type FactorKind, personById } from '../people.ts';
import { base32, matchingStep } from './totp.ts';

const RECOVERY_CODES = 10;
/** 80 bits: nobody finds one by its hash. */
const RECOVERY_BYTES = 10;
const sealOf = (personId: string): string => `second factor ${personId}`;

export interface SecondFactor {
  secret: Buffer;
  /** Null until the person has shown that the app has it. */
  confirmedAt: number | null;
  lastStep: number;
}

export function secondFactorOf(base: ReadBase, personId: string): SecondFactor | undefined {
  const row = base.state.statement('account/people/second_factor_get').get({ person_id: personId });
  if (!row) return undefined;
  const secret = Buffer.from(base.state.vault.open(sealOf(personId), row.secret), 'base64');
  return { secret, confirmedAt: row.confirmed_at, lastStep: row.last_step };
}

export const hasSecondFactor = (base: ReadBase, personId: string): boolean =>
  base.state.statement('account/people/second_factor_get').get({ person_id: personId })?.confirmed_at != null;

/** Replaces one that was not confirmed. */
export function putSecondFactor(base: Base, personId: string, secret: Buffer): void {
  base.state.statement('account/people/second_factor_put').run({
    person_id: personId,
    secret: base.state.vault.seal(sealOf(personId), secret.toString('base64')),
    now: base.clock.now(),
  });
}

export const recoveryCodesLeft = (base: ReadBase, personId: string): number =>
  base.state.statement('account/people/recovery_codes_left').get({ person_id: personId })?.codes ?? 0;

/** New ones in the place of all earlier ones; they are shown once. */
export function renewRecoveryCodes(base: Base, personId: string): string[] {
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(RECOVERY_BYTES)));
  base.state.statement('account/people/recovery_codes_drop').run({ person_id: personId });
  for (const code of codes)
    base.state
      .statement('account/people/recovery_code_create')
      .run({ person_id: personId, hash: hashOf(code), now: base.clock.now() });
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'));
}

/** Spaces and hyphens are for the eye. */
const plain = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

/** Which factor the code is, used up by now; undefined for a wrong one, or one that was used. @throws ApiError after too many */
export function takeCode(base: Base, personId: string, typed: string, address?: string): FactorKind | undefined {
  const giveBack = takeAttempt(base, 'code', { account: personId, ...(address === undefined ? {} : { address }) });
  const kind = base.state.tx(() => takeEither(base, personId, plain(typed)));
  if (kind !== undefined) giveBack();
  return kind;
}

function takeEither(base: Base, personId: string, code: string): FactorKind | undefined {
  const factor = secondFactorOf(base, personId);
  if (factor?.confirmedAt == null) return undefined;
  if (/^\d{6}$/.test(code)) return takeStep(base, personId, code) ? 'code' : undefined;
  return takeRecoveryCode(base, personId, code) ? 'recovery_code' : undefined;
}

/** For a secret that is confirmed, and for the first code of one that is not. */
export function takeStep(base: Base, personId: string, code: string): boolean {
  const factor = secondFactorOf(base, personId);
  const step = factor && matchingStep(factor.secret, code, { now: base.clock.now(), lastStep: factor.lastStep });
  if (step === undefined) return false;
  return base.state.statement('account/people/second_factor_use').run({ person_id: personId, step }).changes > 0;
}

function takeRecoveryCode(base: Base, personId: string, code: string): boolean {
  const used = base.state
    .statement('account/people/recovery_code_use')
    .run({ person_id: personId, hash: hashOf(code), now: base.clock.now() });
  if (used.changes === 0) return false;
  const left = recoveryCodesLeft(base, personId);
  writeAudit(base, { actor: `person:${personId}`, action: 'second_factor.recovery_code_used', subject: personId });
  mailPerson(
    base,
    personId,
    'A recovery code of your account was used',
    `A recovery code was used for your account at Tributary, in place of a code of your phone. ${left} are left.`,
  );
  return true;
}

/** Takes the factor with its recovery codes away. False where there was none. */
export function dropSecondFactor(base: Base, personId: string, actor: string): boolean {
  return base.state.tx(() => {
    base.state.statement('account/people/recovery_codes_drop').run({ person_id: personId });
    const hadOne = hasSecondFactor(base, personId);
    base.state.statement('account/people/second_factor_drop').run({ person_id: personId });
    if (!hadOne) return false;
    writeAudit(base, { actor, action: 'second_factor.removed', subject: personId });
    mailPerson(
      base,
      personId,
      'Your account no longer requires a code',
      'Signing in to Tributary requires no code of your phone any more: it was switched off.',
    );
    return true;
  });
}

/** A mail about what changed at the account, for its person to find out what they did not do. */
export function mailPerson(base: Base, personId: string, subject: string, text: string): void {
  const person = personById(base, personId);
  if (!person) return;
  const end = 'If that was not you, choose a new password and end your other sessions.';
  queueMail(base, { to: person.email, subject, text: `${text}\n\n${end}` });
}
