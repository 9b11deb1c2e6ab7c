// The currency of a workspace's totals over profiles. It does not change a profile's own figures, which are in its own currency.
import type { ReadBase } from '../../base/base.ts';
import { reading, stateChange } from '../../base/contract/operation.ts';
import { actorOf, writeAudit } from '../audit/index.ts';
import { checkedCurrency } from './places.ts';
import { workspaceOf } from './plans/subscription.ts';

export const reportingCurrencyOf = (base: ReadBase, workspaceId: string): string =>
  workspaceOf(base, workspaceId).reportingCurrency;

const shown = (base: ReadBase, workspaceId: string) => ({
  data: { workspace_id: workspaceId, currency: reportingCurrencyOf(base, workspaceId) },
});

export const getReportingCurrency = reading('getReportingCurrency', ({ workspaceId }, base) => shown(base, workspaceId));

/** The same again changes nothing and leaves no row in the audit. */
export const updateReportingCurrency = stateChange('updateReportingCurrency', ({ principal, workspaceId, body }, base) =>
  base.state.tx(() => {
    const currency = checkedCurrency('currency', body.currency);
    const from = reportingCurrencyOf(base, workspaceId);
    if (from !== currency) {
      base.state.statement('account/workspaces/workspace_currency_set').run({ workspace_id: workspaceId, currency });
      const change = { action: 'reporting_currency.updated', workspaceId, subject: workspaceId, detail: { from, to: currency } };
      writeAudit(base, { actor: actorOf(principal), ...change });
    }
    return shown(base, workspaceId);
  }),
);
