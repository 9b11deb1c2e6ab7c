// Which channels there are.
import type { Channel } from './channel.ts';
import { emailChannel } from './email/channel.ts';
import type { MessageChannel } from './store.ts';
import { whatsAppChannel } from './whatsapp/channel.ts';

const CHANNELS: Partial<Record<MessageChannel, Channel>> = { email: emailChannel, whatsapp: whatsAppChannel };

export function channelOf(name: MessageChannel): Channel {
  const channel = CHANNELS[name];
  if (!channel) throw new Error(`no channel ${name}`);
  return channel;
}
