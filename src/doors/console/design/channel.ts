// A channel's name beside its colour, the same wherever it stands.
import { type Html, h } from './html.ts';
import { channelClass } from './tokens.ts';

export function Channel({ name }: { name: string }): Html {
  return h('span', { class: 'channel' }, [h('span', { class: `dot ${channelClass(name)}`, 'aria-hidden': 'true' }), name]);
}
