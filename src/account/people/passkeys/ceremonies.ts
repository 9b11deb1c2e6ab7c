// The two ceremonies of WebAuthn, by @simplewebauthn/server: what the browser is sent, and what its answer is checked for: challenge, origin, host, the
// person's presence and verification (PIN, finger, face), signature and counter. Attestations are not requested.
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { publicAddress } from '../../../base/kit/public-address.ts';
import { storedTransports, type Transport } from '../stored.ts';
import { challengeIn, newChallenge } from './challenges.ts';
import type { RegistrationAnswer, SignInAnswer } from './shapes.ts';

/** Loaded at the first use: most services never need it, and it takes a while. */
const library = () => import('@simplewebauthn/server');

/** ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257];

/** The host that passkeys are bound to. @throws ApiError where the service has none */
export function relyingParty(base: ReadBase): { origin: string; host: string } {
  const { origin, hostname } = new URL(publicAddress(base));
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
  const isSecure = origin.startsWith('https:') || hostname === 'localhost';
  if (isAddress || !isSecure)
    throw new ApiError(
      'invalid_state',
      'Passkeys need a host name and https (TRIBUTARY_BASE_URL), or http://localhost. This service has neither.',
    );
  return { origin, host: hostname };
}

interface KnownPasskey {
  id: string;
  transports: Transport[];
}

export async function registrationOptions(base: ReadBase, person: { personId: string; email: string }, existing: KnownPasskey[]) {
  const { host } = relyingParty(base);
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Tributary',
    rpID: host,
    userID: new TextEncoder().encode(person.personId),
    userName: person.email,
    userDisplayName: person.email,
    challenge: bytesOf(newChallenge(base, person.personId)),
    attestationType: 'none',
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

export async function signInOptions(base: ReadBase) {
  const { host } = relyingParty(base);
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: host,
    challenge: bytesOf(newChallenge(base, null)),
    userVerification: 'required',
  });
}

export interface Registered {
  challenge: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: Transport[];
  isSynced: boolean;
}

/** Undefined for an answer that is not valid here. */
export async function checkRegistration(
  base: ReadBase,
  personId: string,
  answer: RegistrationAnswer,
): Promise<Registered | undefined> {
  const { origin, host } = relyingParty(base);
  const challenge = challengeIn(base, answer.response.clientDataJSON, personId);
  if (challenge === undefined) return undefined;
  const { verifyRegistrationResponse } = await library();
  const expected = { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: host, requireUserVerification: true };
  const checked = await orUndefined(
    verifyRegistrationResponse({ response: answer, ...expected, supportedAlgorithmIDs: ALGORITHMS }),
  );
  if (!checked?.verified) return undefined;
  const { credential, credentialBackedUp } = checked.registrationInfo;
  return {
    challenge,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: answer.response.transports,
    isSynced: credentialBackedUp,
  };
}

export interface SignedIn {
  challenge: string;
  passkeyId: string;
  personId: string;
  /** The counter that was compared with. */
  before: number;
  counter: number;
  isSynced: boolean;
}

/** Undefined for an answer that is not valid here, or of a passkey that nobody has. */
export async function checkSignIn(base: ReadBase, answer: SignInAnswer): Promise<SignedIn | undefined> {
  const { origin, host } = relyingParty(base);
  const challenge = challengeIn(base, answer.response.clientDataJSON, null);
  const row = base.state.statement('account/people/passkey_find').get({ credential_id: answer.id });
  if (challenge === undefined || !row) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const transports = storedTransports.read(row.transports);
  const publicKey = new Uint8Array(row.public_key);
  const checked = await orUndefined(
    verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      credential: { id: row.credential_id, publicKey, counter: row.counter, transports },
      requireUserVerification: true,
    }),
  );
  if (!checked?.verified) return undefined;
  const { newCounter, credentialBackedUp } = checked.authenticationInfo;
  const found = { passkeyId: row.passkey_id, personId: row.person_id, before: row.counter };
  return { challenge, ...found, counter: newCounter, isSynced: credentialBackedUp };
}

const bytesOf = (challenge: string) => new Uint8Array(Buffer.from(challenge, 'base64url'));

/** The library throws what it finds wrong. */
async function orUndefined<T>(checking: Promise<T>): Promise<T | undefined> {
  try {
    return await checking;
  } catch {
    return undefined;
  }
}
