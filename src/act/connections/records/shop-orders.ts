// Payments of connected shops for data quality: the ones that other senders reported too, and the form of the keys of each.
import type { ShopOrderHooks } from '../../../base/contract/slice-hooks.ts';

export const shopOrders: ShopOrderHooks = {
  shared: (base, profileId, { from, to }) =>
    base.state
      .statement('act/connections/source_facts_shared_list')
      .allBig({ profile_id: profileId, from, to })
      .map(({ seq }) => seq),
  references: (base, profileId, seqs) =>
    seqs.map(
      (seq) =>
        base.state.statement('act/connections/source_fact_reference').get({ profile_id: profileId, seq: Number(seq) })
          ?.outcome_key ?? null,
    ),
};
