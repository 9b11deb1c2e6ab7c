// The way back for a person who lost phone and recovery codes: the operator, who has to know them, switches the second factor off.
import { z } from 'zod';
import { dropSecondFactor, findPerson } from '../../../account/people/index.ts';
import { type Command, checked } from '../command.ts';
import { CommandError } from '../protocol.ts';

const args = z.object({ email: z.string() });

export const secondFactorRemove: Command = (base, sent) => {
  const { email } = checked(args, sent);
  const person = findPerson(base, email);
  if (!person) throw new CommandError('not_found', `Nobody here has the address ${email}.`);
  return { email: person.email, removed: dropSecondFactor(base, person.personId, 'system') };
};
