-- One row per claim that is due to be looked at, the longest due first.
select *
from custom_domains
where next_check_at <= $now
  and removed_at is null
order by next_check_at
limit $most
