// The service's part of `webhooks tail`: a tail, its events, and its end.
import { z } from 'zod';
import { ALL_TYPES, closeTail, isEventType, openTail, readTail } from '../../act/webhooks/index.ts';
import { type Command, checked, profileOf } from './command.ts';
import { CommandError } from './protocol.ts';

const opening = z.object({ profile_id: z.string().optional(), types: z.array(z.string()).optional() });
const reading = z.object({ tail_id: z.string(), read: z.number() });
const closing = z.object({ tail_id: z.string() });

export const webhooksTailOpen: Command = (base, args) => {
  const { profile_id, types = [ALL_TYPES] } = checked(opening, args);
  const unknown = types.find((type) => type !== ALL_TYPES && !isEventType(type));
  if (unknown !== undefined)
    throw new CommandError('usage', `There is no event type ${unknown}; GET /api/v1/webhooks/event-types lists them.`);
  const profileId = profileOf(base, profile_id);
  const { subscriptionId, secret } = base.state.tx(() => openTail(base, profileId, types));
  return { tail_id: subscriptionId, profile_id: profileId, secret };
};

export const webhooksTailRead: Command = (base, args) => {
  const { tail_id, read } = checked(reading, args);
  const events = base.state.tx(() => readTail(base, tail_id, read));
  if (!events) throw new CommandError('not_found', 'The tail has ended; start it again.');
  return { events };
};

export const webhooksTailClose: Command = (base, args) => {
  const { tail_id } = checked(closing, args);
  base.state.tx(() => closeTail(base, tail_id));
  return { tail_id };
};
