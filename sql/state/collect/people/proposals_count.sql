-- One row per status: pairs of the whole queue, as `proposals_list` shows them.
-- columns: status 'open'|'merged'|'dismissed'|'snoozed', pairs integer
with queue as (
  select
    person_low, person_high, case when status = 'snoozed' and snoozed_until <= $now then 'open' else status end as status
  from proposals
  where profile_id = $profile_id
)
select status, count(*) as pairs
from queue
where not (
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
group by status;
