// Which channels there are.
import type { Channel } from './channel.ts';
import { emailChannel } from './email/channel.ts';
import type { MessageChannel } from './store.ts';

const CHANNELS: Partial<Record<MessageChannel, Channel>> = { email: emailChannel };

export function channelOf(name: MessageChannel): Channel {
  const channel = CHANNELS[name];
  if (!channel) throw new Error(`no channel ${name}`);
  return channel;
}
