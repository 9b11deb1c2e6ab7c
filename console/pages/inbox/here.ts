// This page's part of the address: the conversation, and by what the list is narrowed.
import { useLocation, useSearch } from 'wouter-preact';
import { forget } from '../../api/answer.ts';
import { usePlace } from '../../frame/place.tsx';

export const CHANNELS = { '': 'All', email: 'Mail', whatsapp: 'WhatsApp' } as const;
export const STATES = {
  '': 'All',
  unread: 'Unread',
  waiting: 'Waiting',
  closing: 'Closing soon',
  done: 'Done',
} as const;
export type ChannelChoice = keyof typeof CHANNELS;
export type StateChoice = keyof typeof STATES;

interface Here {
  /** Empty for the list alone. */
  threadId: string;
  channel: ChannelChoice;
  state: StateChoice;
  address: string;
  /** The address of a conversation, or of the list, narrowed as now. */
  hrefOf: (threadId?: string) => string;
  /** Narrows the list otherwise. */
  narrow: (change: Partial<Record<'channel' | 'state' | 'address', string>>) => void;
}

const isChannel = (text: string): text is ChannelChoice => Object.hasOwn(CHANNELS, text);
const isState = (text: string): text is StateChoice => Object.hasOwn(STATES, text);

export function useHere(): Here {
  const { rest, id } = usePlace();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const query = new URLSearchParams(search);
  const [channel, state] = [query.get('channel') ?? '', query.get('state') ?? ''];
  return {
    threadId: rest === 'blocked' ? '' : rest,
    channel: isChannel(channel) ? channel : '',
    state: isState(state) ? state : '',
    address: query.get('address') ?? '',
    hrefOf: (threadId) =>
      `/console/${id}/inbox${threadId === undefined ? '' : `/${threadId}`}${search === '' ? '' : `?${search}`}`,
    narrow: (change) => {
      for (const [name, value] of Object.entries(change)) {
        if (value === '') query.delete(name);
        else query.set(name, value);
      }
      navigate(query.size === 0 ? path : `${path}?${query}`, { replace: true });
    },
  };
}

/** After a write. */
export const forgetInbox = (): void => {
  forget('inbox');
  forget('tab-counts');
};
