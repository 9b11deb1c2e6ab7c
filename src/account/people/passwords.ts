// Passwords: argon2id, at least ten characters, none that is publicly known. A password is compared, never kept, never logged.
import { hash, verify } from '@node-rs/argon2';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { isKnownPassword } from './known-passwords.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const LEAST_CHARACTERS = 10;
const MAX_CHARACTERS = 1_024;

let nobodys: Promise<string> | undefined;

/** Both sides in one Unicode form, so that the same keys open on every keyboard. */
const formOf = (password: string): string => password.normalize('NFKC');

/** Without the digits and signs that a name is lengthened by. */
const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, '');

const isTooLong = (form: string): boolean => [...form].length > MAX_CHARACTERS;

/** Refuses with weak_password or compromised_password; the person's own address is the first that anybody tries. */
export async function checkPassword(field: string, password: string, email: string): Promise<void> {
  const form = formOf(password);
  if ([...form].length < LEAST_CHARACTERS)
    throw new ApiError('weak_password', `${field}: at least ${LEAST_CHARACTERS} characters; a few words make a good password.`);
  if (isTooLong(form)) throw new ApiError('validation_error', `${field}: at most ${MAX_CHARACTERS} characters.`);
  const plain = form.toLowerCase();
  const [name = ''] = email.toLowerCase().split('@');
  if (plain === email.toLowerCase() || lettersOf(plain) === lettersOf(name))
    throw new ApiError('weak_password', `${field}: not your own e-mail address; attackers try it first.`);
  const isOneLetter = new Set(plain).size === 1;
  if (isOneLetter || (await isKnownPassword(plain)))
    throw new ApiError('compromised_password', `${field}: this password is in public lists of stolen passwords.`);
}

export const hashPassword = (password: string): Promise<string> => hash(formOf(password), COSTS);

/** Takes as long for who has no password as for who has another one. */
export async function verifyPassword(base: ReadBase, personId: string | undefined, password: string): Promise<boolean> {
  const kept = personId === undefined ? undefined : passwordHash(base, personId);
  nobodys ??= hashPassword('the password of nobody at all');
  const form = formOf(password);
  const isRight = await verify(kept ?? (await nobodys), isTooLong(form) ? '' : form);
  return kept !== undefined && isRight;
}

const passwordHash = (base: ReadBase, personId: string): string | undefined =>
  base.state.statement('account/people/password_get').get({ person_id: personId })?.hash;

export const hasPassword = (base: ReadBase, personId: string): boolean => passwordHash(base, personId) !== undefined;

/** Inside the caller's transaction, with a hash that was made before it. */
export function putPassword(base: Base, personId: string, passwordHashed: string): void {
  base.state
    .statement('account/people/password_put')
    .run({ person_id: personId, hash: passwordHashed, changed_at: base.clock.now() });
}
