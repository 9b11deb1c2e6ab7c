// The person's own second factor: its state, the way to it, new recovery codes and its end. Each change asks for what a thief of the session lacks.
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { type Principal, reading, stateChange } from '../../../base/contract/operation.ts';
import { qrSvg } from '../../../base/kit/qr-code.ts';
import { writeAudit } from '../../audit/index.ts';
import { takeAttempt } from '../attempts.ts';
import { hasPassword, verifyPassword } from '../passwords.ts';
import { personById, revokeSessions } from '../people.ts';
import {
  dropSecondFactor,
  hasSecondFactor,
  mailPerson,
  putSecondFactor,
  recoveryCodesLeft,
  renewRecoveryCodes,
  secondFactorOf,
  takeCode,
  takeStep,
} from './codes.ts';
import { base32, newTotpSecret, totpUri } from './totp.ts';

/** A session always has a person. */
export function selfOf(base: ReadBase, { personId }: Principal): { personId: string; email: string } {
  const person = personId === undefined ? undefined : personById(base, personId);
  if (!person) throw new ApiError('unauthorized', 'The person of this session no longer exists.');
  return person;
}

function shown(base: ReadBase, personId: string) {
  const at = secondFactorOf(base, personId)?.confirmedAt ?? null;
  return {
    is_on: at !== null,
    confirmed_at: at === null ? null : new Date(at).toISOString(),
    recovery_codes_left: recoveryCodesLeft(base, personId),
  };
}

export const getMySecondFactor = reading('getMySecondFactor', ({ principal }, base) => ({
  data: shown(base, selfOf(base, principal).personId),
}));

export const createMySecondFactor = stateChange('createMySecondFactor', {
  prepare: async ({ principal, body }, base) => {
    const self = selfOf(base, principal);
    await checkPasswordOf(base, self, body.current_password);
    return self;
  },
  change: (_call, base, { personId, email }) => {
    if (hasSecondFactor(base, personId))
      throw new ApiError('invalid_state', 'Codes are on already. Switch them off to begin again with another phone.');
    const secret = newTotpSecret();
    putSecondFactor(base, personId, secret);
    const uri = totpUri(secret, email);
    return { data: { secret: base32(secret), otpauth_uri: uri, qr_svg: qrSvg(uri) } };
  },
});

/** Who has only the session of somebody else must not lock them out by a phone of their own. */
export async function checkPasswordOf(
  base: ReadBase,
  { personId, email }: { personId: string; email: string },
  password: string | undefined,
): Promise<void> {
  if (!hasPassword(base, personId)) return;
  if (password === undefined || password === '')
    throw new ApiError('current_password_required', 'current_password: send it with this request.');
  const giveBack = takeAttempt(base, 'password', { account: `signed in: ${email}` });
  if (!(await verifyPassword(base, personId, password)))
    throw new ApiError('current_password_invalid', 'current_password: this is not your password.');
  giveBack();
}

/** The first code shows that the phone has the secret; from then on it is asked for. */
export const confirmMySecondFactor = stateChange('confirmMySecondFactor', ({ principal, body }, base) => {
  const { personId } = selfOf(base, principal);
  const factor = secondFactorOf(base, personId);
  if (!factor) throw new ApiError('invalid_state', 'Begin first: there is no secret to confirm.');
  if (factor.confirmedAt !== null) throw new ApiError('invalid_state', 'Codes are on already.');
  const giveBack = takeAttempt(base, 'code', { account: personId });
  if (!takeStep(base, personId, body.code.replace(/\s/g, ''))) throw wrongCode();
  giveBack();
  base.state.statement('account/people/second_factor_confirm').run({ person_id: personId, now: base.clock.now() });
  const sessionId = principal.credentialId.slice('session:'.length);
  base.state.statement('account/people/session_proved').run({ session_id: sessionId });
  const actor = `person:${personId}`;
  writeAudit(base, { actor, action: 'second_factor.confirmed', subject: personId });
  mailPerson(
    base,
    personId,
    'Your account requires a code from now on',
    'Signing in to Tributary with your password, or by a mailed link, requires a code of your phone from now on.',
  );
  const sessions_ended = revokeSessions(base, { personId, actor, except: sessionId });
  return { data: { ...shown(base, personId), recovery_codes: renewRecoveryCodes(base, personId), sessions_ended } };
});

export const renewMyRecoveryCodes = stateChange('renewMyRecoveryCodes', ({ principal, body }, base) => {
  const personId = proved(base, principal, body.code);
  const recovery_codes = renewRecoveryCodes(base, personId);
  writeAudit(base, { actor: `person:${personId}`, action: 'second_factor.recovery_codes_renewed', subject: personId });
  return { data: { recovery_codes } };
});

export const deleteMySecondFactor = stateChange('deleteMySecondFactor', ({ principal, body }, base) => {
  const personId = proved(base, principal, body.code);
  dropSecondFactor(base, personId, `person:${personId}`);
  return { data: shown(base, personId) };
});

/** The person, after a code of the phone or a recovery code. */
function proved(base: Base, principal: Principal, code: string): string {
  const { personId } = selfOf(base, principal);
  if (!hasSecondFactor(base, personId)) throw new ApiError('invalid_state', 'Codes are not on.');
  if (takeCode(base, personId, code) === undefined) throw wrongCode();
  return personId;
}

const wrongCode = (): ApiError =>
  new ApiError('validation_error', 'code: this is not the code of now, or it was used already. Wait for the next one.');
