// Where alerts of a profile go: for the operator of an installation to which it comes.
import type { Reach, ReachState } from '../../base/contract/slice-hooks.ts';

export const chatReaches = (state: ReachState, profileId: string): Reach[] =>
  state
    .statement('act/alerts/alert_chats_list')
    .all({ profile_id: profileId })
    .map(({ chat_id, title, service, host, status }) => ({
      ...{ kind: 'chat' as const, id: chat_id },
      what: `${title}, ${service} at ${host}, alerts, ${status}`,
    }));
