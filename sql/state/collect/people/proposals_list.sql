-- One row per pair of the queue, the likeliest first. A pair within one person, or of persons told apart already, is not asked about.
-- columns: status 'open'|'merged'|'dismissed'|'snoozed'
with queue as (
  select
    customer_a, customer_b, head_a, head_b, person_low, person_high, score, match_reasons, opened_at, snoozed_until, decided_at,
    decided_by, case when status = 'snoozed' and snoozed_until <= $now then 'open' else status end as status
  from proposals
  where profile_id = $profile_id
)
select
  customer_a, customer_b, head_a, head_b, score, match_reasons, opened_at, snoozed_until, decided_at, decided_by, status
from queue
where ($status is null or status = $status)
  and score >= $min_score
  and ($customer_no is null or $customer_no in (person_low, person_high))
  and ($cursor_score is null or score < $cursor_score
    or (score = $cursor_score and (customer_a, customer_b) > ($cursor_a, $cursor_b)))
  and not (
    status in ('open', 'snoozed')
    and (
      person_low = person_high
      or exists (
        select 1 from proposals as apart indexed by proposals_of_persons
        where apart.profile_id = $profile_id and apart.person_low = queue.person_low and apart.person_high = queue.person_high
          and apart.status = 'dismissed'
      )
    )
  )
order by score desc, customer_a, customer_b
limit $limit;
