// The command that makes a one-time link for a person.
import { z } from 'zod';
import { createSignInLink, findOperator, findPerson } from '../../../account/people/index.ts';
import { signInPath } from '../../http/addresses.ts';
import { type Command, checked } from '../command.ts';
import { CommandError } from '../protocol.ts';

const signInArgs = z.object({ email: z.string().optional() });

/** The path of a link that signs the person in once, the operator where none is named; where the service is, its caller knows. */
export const signIn: Command = (base, args) => {
  const { email } = checked(signInArgs, args);
  const person = email === undefined ? findOperator(base) : findPerson(base, email);
  if (!person) {
    const nobody = email === undefined ? 'Nobody owns a workspace here' : `Nobody here has the address ${email}`;
    throw new CommandError('not_found', `${nobody}; \`tributary init\` makes an owner.`);
  }
  const { token, expiresAt } = createSignInLink(base, person.personId);
  return { email: person.email, path: signInPath(token), expires_at: new Date(expiresAt).toISOString() };
};
