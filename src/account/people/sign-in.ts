// Signing in with a password. A refusal is the same for a wrong password and for an unknown address, in words and in time.
import type { Base } from '../../base/base.ts';
import { takeAttempt } from './attempts.ts';
import { findDevice } from './devices.ts';
import { verifyPassword } from './passwords.ts';
import { findPerson, normaliseEmail } from './people.ts';
import { type Opened, openSession } from './second-factor/pending.ts';

export interface Credentials {
  email: string;
  password: string;
  /** The network, for the limit. */
  address?: string;
  /** The browser's cookie from an earlier sign-in. */
  device?: string | undefined;
  /** For the list of sessions. */
  client?: string;
}

/** A new session, or the question for a second factor; undefined when address and password do not belong together. Refuses who tries too often. */
export async function signIn(base: Base, { email, password, address, device, client }: Credentials): Promise<Opened | undefined> {
  const account = normaliseEmail(email);
  const person = findPerson(base, account);
  const deviceName = findDevice(base, person?.personId, device);
  const giveBack = takeAttempt(base, 'password', { account, device: deviceName, ...(address === undefined ? {} : { address }) });
  const isRight = await verifyPassword(base, person?.personId, password);
  if (!person || !isRight) return undefined;
  giveBack();
  const { personId } = person;
  return openSession(base, { personId, openedBy: 'password', ...(client === undefined ? {} : { client }) });
}
