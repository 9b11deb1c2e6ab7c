// The parts of act/alerts for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { listAlerts, updateAlert } from './alerts.ts';
import { backtestAlertRule } from './backtest.ts';
import { chatJob } from './chat-job.ts';
import { writeAgain } from './notices.ts';
import { createAlertRule, deleteAlertRule, listAlertRules, updateAlertRule } from './rules.ts';
import { alertsDue, judgeJob, newAlerts, watchAfterEvent } from './watch.ts';

export const slice: Slice = {
  name: 'act/alerts',
  handlers: {
    listAlerts,
    updateAlert,
    backtestAlertRule,
    listAlertRules,
    createAlertRule,
    updateAlertRule,
    deleteAlertRule,
  },
  jobs: [judgeJob, alertsDue, chatJob],
  hooks: { events: watchAfterEvent, newItems: { alerts: newAlerts }, arrived: writeAgain },
};
