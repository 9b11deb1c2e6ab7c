-- One row at most: a pair and what was decided about it.
-- columns: status 'open'|'merged'|'dismissed'|'snoozed'
select
  customer_a, customer_b, head_a, head_b, score, match_reasons, opened_at, snoozed_until, decided_at, decided_by,
  case when status = 'snoozed' and snoozed_until <= $now then 'open' else status end as status
from proposals
where profile_id = $profile_id and customer_a = $customer_a and customer_b = $customer_b;
