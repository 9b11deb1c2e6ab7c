-- One row per change of a campaign, ad set or ad: names, statuses and budgets as they were.
-- month: read_at
-- column daily_budget_micros: daily_budget as an integer of millionths of its currency.
-- column lifetime_budget_micros: lifetime_budget as an integer of millionths of its currency.
select
  *,
  (daily_budget * 1000000)::bigint as daily_budget_micros,
  (lifetime_budget * 1000000)::bigint as lifetime_budget_micros
from ad_object_facts
order by all
