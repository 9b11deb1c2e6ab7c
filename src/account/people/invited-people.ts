// An account for an address whose mail the person has shown to read: the link of an invitation went there only.
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { checkedName } from '../../base/contract/names.ts';
import { writeAudit } from '../audit/index.ts';
import { checkPassword, hashPassword, putPassword } from './passwords.ts';
import { createPerson, createSession, findPerson, type NewSession } from './people.ts';

export interface NewAccount {
  email: string;
  password: string;
  name?: string;
  /** For the list of sessions. */
  client?: string;
}

/**
 * Checks the password and makes its hash, which takes a while. What it answers makes the account, inside the caller's transaction;
 * it refuses an address that has one.
 */
export async function prepareAccount(account: NewAccount): Promise<(base: Base) => { personId: string; session: NewSession }> {
  const { email, password, client } = account;
  await checkPassword('password', password, email);
  const name = account.name === undefined || account.name.trim() === '' ? undefined : checkedName('name', account.name);
  const hashed = await hashPassword(password);
  return (base) => {
    if (findPerson(base, email)) throw hasAccount();
    const { personId } = createPerson(base, { email, ...(name ? { name } : {}), actor: 'system' });
    const actor = `person:${personId}`;
    base.state.statement('account/people/person_confirm').run({ person_id: personId, now: base.clock.now() });
    putPassword(base, personId, hashed);
    writeAudit(base, { actor, action: 'password.changed', subject: personId, detail: { by: 'invitation' } });
    return {
      personId,
      session: createSession(base, { personId, actor, openedBy: 'invitation', ...(client === undefined ? {} : { client }) }),
    };
  };
}

export const hasAccount = (): ApiError =>
  new ApiError('invalid_state', 'This address has an account. Sign in with it, then open the link again.');
