// What tests of members and invitations do again and again: inviting, and taking the token out of the mail.
import assert from 'node:assert/strict';
import { createPerson, createSession, findPerson } from '../../../src/account/people/index.ts';
import type { ApiAnswer, SentMail } from '../../harness.ts';
import { type DoorWorld, openDoor } from '../door.ts';

export { openDoor };

/** The one mail that waits, and the token of the link in it. */
export async function onlyMail(world: DoorWorld): Promise<SentMail & { token: string }> {
  const mails = await world.mails();
  assert.equal(mails.length, 1);
  const [mail] = mails as [(typeof mails)[number]];
  return { ...mail, token: decodeURIComponent(mail.path.split('/').at(-1) ?? '') };
}

/** A session of a person with this address, made if nobody has it. */
export function sessionOf({ base }: DoorWorld, email: string): string {
  const person = findPerson(base, email) ?? createPerson(base, { email, actor: 'system' });
  return createSession(base, { personId: person.personId, actor: 'system' }).token;
}

/** The id of the last invitation of an app to this address, which is handed on without a mail. */
export function handedOn({ base }: DoorWorld, email: string): string {
  const id = base.state.db
    .prepare("select invitation_id from invitations where email = ? and invited_by like 'app:%' order by rowid desc limit 1")
    .pluck()
    .get(email);
  return String(id);
}

/** Whom an app named accepts, as the person of this address, who is made if nobody has it. Answers their session. */
export async function acceptAs(world: DoorWorld, email: string): Promise<string> {
  const session = sessionOf(world, email);
  const token = handedOn(world, email);
  assert.equal((await accept(world, session, token)).status, 200);
  return session;
}

export const accept = (world: DoorWorld, session: string, token: string): Promise<ApiAnswer> =>
  world.call('post', '/invitations/accept', session, { token });
