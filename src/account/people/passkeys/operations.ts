// The person's own passkeys: to add one, by what a thief of the session lacks; to name and remove them. Each change is mailed.
import { randomUUID } from 'node:crypto';
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { checkedName } from '../../../base/contract/names.ts';
import { type Principal, reading, stateChange } from '../../../base/contract/operation.ts';
import { writeAudit } from '../../audit/index.ts';
import { mailPerson } from '../second-factor/codes.ts';
import { checkPasswordOf, selfOf } from '../second-factor/operations.ts';
import { storedTransports } from '../stored.ts';
import { checkRegistration, registrationOptions } from './ceremonies.ts';
import { useChallenge } from './challenges.ts';
import { registrationShape } from './shapes.ts';

const MOST = 20;

const rowsOf = (base: ReadBase, personId: string) =>
  base.state.statement('account/people/passkeys_list').all({ person_id: personId });

const instant = (at: number): string => new Date(at).toISOString();

const shownAll = (base: ReadBase, personId: string) =>
  rowsOf(base, personId).map((row) => ({
    id: row.passkey_id,
    name: row.name,
    is_synced: row.is_synced === 1,
    created_at: instant(row.created_at),
    last_used_at: row.last_used_at === null ? null : instant(row.last_used_at),
  }));

function shown(base: ReadBase, personId: string, passkeyId: string) {
  const data = shownAll(base, personId).find(({ id }) => id === passkeyId);
  if (!data) throw new ApiError('not_found', 'No such passkey.');
  return data;
}

const personOf = (base: ReadBase, principal: Principal): string => selfOf(base, principal).personId;

export const listMyPasskeys = reading('listMyPasskeys', ({ principal }, base) => ({
  data: shownAll(base, personOf(base, principal)),
}));

export const createMyPasskeyOptions = stateChange('createMyPasskeyOptions', {
  prepare: async ({ principal, body }, base) => {
    const self = selfOf(base, principal);
    const rows = rowsOf(base, self.personId);
    if (rows.length >= MOST) throw new ApiError('invalid_state', `At most ${MOST} passkeys. Remove one first.`);
    await checkPasswordOf(base, self, body.current_password);
    const existing = rows.map((row) => ({ id: row.credential_id, transports: storedTransports.read(row.transports) }));
    return registrationOptions(base, self, existing);
  },
  change: (_call, _base, options) => ({ data: { options: { ...options } } }),
});

export const createMyPasskey = stateChange('createMyPasskey', {
  prepare: async ({ principal, body }, base) => {
    const personId = personOf(base, principal);
    const name = checkedName('name', body.name);
    const answer = registrationShape.safeParse(body.credential).data;
    const registered = answer && (await checkRegistration(base, personId, answer));
    if (!registered) throw notValid();
    return { personId, name, registered };
  },
  change: (_call, base, { personId, name, registered }) => {
    if (!useChallenge(base, registered.challenge)) throw notValid();
    const passkeyId = randomUUID();
    const created = base.state.statement('account/people/passkey_create').run({
      passkey_id: passkeyId,
      person_id: personId,
      credential_id: registered.credentialId,
      name,
      public_key: registered.publicKey,
      counter: registered.counter,
      transports: storedTransports.write(registered.transports),
      is_synced: registered.isSynced ? 1 : 0,
      now: base.clock.now(),
    });
    if (created.changes === 0) throw new ApiError('invalid_state', 'This passkey is registered already.');
    announce(
      base,
      personId,
      'passkey.created',
      passkeyId,
      'A passkey was added to your account at Tributary. It signs in without your password.',
    );
    return { data: shown(base, personId, passkeyId) };
  },
});

const notValid = (): ApiError =>
  new ApiError('validation_error', 'credential: not the answer to a request of this service within five minutes. Begin again.');

function announce(base: Base, personId: string, action: string, passkeyId: string, text: string): void {
  writeAudit(base, { actor: `person:${personId}`, action, subject: passkeyId });
  mailPerson(base, personId, 'The passkeys of your account changed', text);
}

export const updateMyPasskey = stateChange('updateMyPasskey', ({ principal, params, body }, base) => {
  const personId = personOf(base, principal);
  const passkeyId = params.id.toLowerCase();
  const name = checkedName('name', body.name);
  base.state.statement('account/people/passkey_rename').run({ passkey_id: passkeyId, person_id: personId, name });
  return { data: shown(base, personId, passkeyId) };
});

export const deleteMyPasskey = stateChange('deleteMyPasskey', ({ principal, params }, base) => {
  const personId = personOf(base, principal);
  const passkeyId = params.id.toLowerCase();
  const ended = base.state.statement('account/people/passkey_delete').run({ passkey_id: passkeyId, person_id: personId });
  if (ended.changes === 0) throw new ApiError('not_found', 'No such passkey.');
  announce(
    base,
    personId,
    'passkey.removed',
    passkeyId,
    'A passkey of your account at Tributary was removed. It signs in no longer.',
  );
  return { data: { id: passkeyId, removed: true } };
});
