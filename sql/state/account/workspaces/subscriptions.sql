-- name: subscription_get
-- One row: what a workspace pays for.
select workspace_id, processor, period_start, period_end, is_past_due, customer_ref, subscription_ref, updated_at
from subscriptions
where workspace_id = $workspace_id;

-- name: subscription_put
-- The subscription of a workspace, from now on.
insert into subscriptions (
  workspace_id, processor, period_start, period_end, is_past_due, customer_ref, subscription_ref, updated_at
)
values ($workspace_id, $processor, $period_start, $period_end, $is_past_due, $customer_ref, $subscription_ref, $now)
on conflict (workspace_id) do update set
  processor = excluded.processor,
  period_start = excluded.period_start,
  period_end = excluded.period_end,
  is_past_due = excluded.is_past_due,
  customer_ref = excluded.customer_ref,
  subscription_ref = excluded.subscription_ref,
  updated_at = excluded.updated_at;
