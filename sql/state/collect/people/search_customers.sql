-- One row per customer to whom one of these texts belongs that holds all the words: exact ones first, then who was seen last.
select v.customer_no
from json_each($value_nos) as asked
cross join search_values as v on v.value_no = asked.value
cross join customers as c on c.profile_id = $profile_id and c.customer_no = v.customer_no
where v.kind in (select value from json_each($kinds))
  and not exists (select 1 from json_each($words) as w where instr(v.value, w.value) = 0)
group by v.customer_no
order by max(v.value = $whole) desc, max(c.last_seen_at) desc, v.customer_no
limit $limit;
