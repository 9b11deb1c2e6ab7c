-- One row per ad, as it is in force.
-- column daily_budget_micros: daily_budget as an integer of millionths of its currency.
-- column lifetime_budget_micros: lifetime_budget as an integer of millionths of its currency.
select
  *,
  (daily_budget * 1000000)::bigint as daily_budget_micros,
  (lifetime_budget * 1000000)::bigint as lifetime_budget_micros
from ads
order by all
