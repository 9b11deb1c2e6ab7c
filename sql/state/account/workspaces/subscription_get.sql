-- One row: what a workspace pays for.
select workspace_id, processor, period_start, period_end, is_past_due, customer_ref, subscription_ref, updated_at
from subscriptions
where workspace_id = $workspace_id
