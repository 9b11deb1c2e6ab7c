// The service's part of `webhooks tail` (a tail, its events, and its end) and of `webhooks check`.
import { z } from 'zod';
import { ALL_TYPES, checkReceiver, closeTail, isEventType, openTail, readTail, SecretMissing } from '../../act/webhooks/index.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { OutsideRefusal } from '../../providers/http/guard.ts';
import { type Command, checked, profileOf } from './command.ts';
import { CommandError } from './protocol.ts';

const opening = z.object({ profile_id: z.string().optional(), types: z.array(z.string()).optional() });
const reading = z.object({ tail_id: z.string(), read: z.number() });
const closing = z.object({ tail_id: z.string() });
const checking = z.object({
  profile_id: z.string().optional(),
  url: z.string(),
  kind: z.enum(['webhooks', 'conversions']),
  secret: z.string().min(1).optional(),
  type: z.string().optional(),
});

export const webhooksTailOpen: Command = (base, args) => {
  const { profile_id, types = [ALL_TYPES] } = checked(opening, args);
  const unknown = types.find((type) => type !== ALL_TYPES && !isEventType(type));
  if (unknown !== undefined)
    throw new CommandError('usage', `There is no event type ${unknown}; GET /api/v1/webhooks/event-types lists them.`);
  const profileId = profileOf(base, profile_id);
  const { subscriptionId, secret } = base.state.tx(() => openTail(base, profileId, types));
  return { tail_id: subscriptionId, profile_id: profileId, secret };
};

/** @throws CommandError */
export const webhooksCheck: Command = async (base, args) => {
  const { profile_id, ...options } = checked(checking, args);
  const { type } = options;
  if (type !== undefined && !isEventType(type))
    throw new CommandError('usage', `There is no event type ${type}; GET /api/v1/webhooks/event-types lists them.`);
  const profileId = profileOf(base, profile_id);
  try {
    return { ...(await checkReceiver(base, { profileId, ...options })) };
  } catch (error) {
    if (error instanceof OutsideRefusal) throw new CommandError('usage', `Nothing is sent to this URL: it ${error.message}.`);
    if (error instanceof SecretMissing) throw new CommandError('usage', `${error.message} (--secret)`);
    if (error instanceof ApiError) throw new CommandError('usage', error.message);
    throw error;
  }
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
