// Chats that get alerts and reports of a profile: for the operator of an installation to which it comes.
import type { Reach, ReachState } from '../../base/contract/slice-hooks.ts';

export const chatReaches = (state: ReachState, profileId: string): Reach[] =>
  state
    .statement('account/chats/alert_chats_list')
    .all({ profile_id: profileId })
    .map(({ chat_id, title, service, host, status }) => ({
      kind: 'chat' as const,
      id: chat_id,
      what: `${title}, ${service} at ${host}, alerts and reports, ${status}`,
    }));
