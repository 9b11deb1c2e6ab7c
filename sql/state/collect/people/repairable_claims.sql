-- One row per identifier that one customer alone lacks and its browser gave, the oldest claim first.
select c.identifier_key, c.customer_no, c.type, c.sealed, c.first_seq
from identifier_claims as c
where c.profile_id = $profile_id and c.sealed is not null
  and (
    select count(*) from identifier_claims as o
    where o.profile_id = $profile_id and o.identifier_key = c.identifier_key
  ) = 1
  and (
    select count(*) from identifiers as i
    where i.profile_id = $profile_id and i.customer_no = c.customer_no and i.type = c.type
  ) < json_extract($limits, '$.' || c.type)
order by c.first_seq, c.identifier_key
limit $limit;
