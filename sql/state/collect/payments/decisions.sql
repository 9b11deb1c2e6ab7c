-- name: sale_pair_decided
-- At most one row: what was last said of two payments after a decision, by when the figures may not have it yet.
-- columns: verdict text
select json_extract(payload, '$.verdict') as verdict
from decisions
where profile_id = $profile_id
  and decision_no > $after
  and kind = 'sale_pair'
  and json_extract(payload, '$.payment_a') = $payment_a
  and json_extract(payload, '$.payment_b') = $payment_b
order by decision_no desc
limit 1;
