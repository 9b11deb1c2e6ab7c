// The parts of act/alerts for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { listAlerts, updateAlert } from './alerts.ts';
import { backtestAlertRule } from './backtest.ts';
import { chatJob } from './chat-job.ts';
import { createAlertChat, deleteAlertChat, listAlertChats, updateAlertChat } from './chats.ts';
import { writeAgain } from './notices.ts';
import { chatReaches } from './reaches.ts';
import { createAlertRule, deleteAlertRule, listAlertRules, updateAlertRule } from './rules.ts';
import { alertsDue, judgeJob, newAlerts, watchAfterEvent } from './watch.ts';

export const slice: Slice = {
  name: 'act/alerts',
  handlers: {
    ...{ listAlerts, updateAlert, backtestAlertRule },
    ...{ listAlertRules, createAlertRule, updateAlertRule, deleteAlertRule },
    ...{ listAlertChats, createAlertChat, updateAlertChat, deleteAlertChat },
  },
  jobs: [judgeJob, alertsDue, chatJob],
  hooks: { events: watchAfterEvent, newItems: { alerts: newAlerts }, reaches: chatReaches, arrived: writeAgain },
};
