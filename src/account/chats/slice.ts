// The parts of account/chats for slices.ts: its operations and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { createAlertChat, deleteAlertChat, listAlertChats, updateAlertChat } from './chats.ts';
import { chatReaches } from './reaches.ts';

export const slice: Slice = {
  name: 'account/chats',
  handlers: { listAlertChats, createAlertChat, updateAlertChat, deleteAlertChat },
  hooks: { reaches: chatReaches },
};
