-- One row per customer that has a text with all the words; those whose whole text it is come first, then the last seen.
select v.customer_no, max(v.value = $whole) as is_exact
from search_index as f
join search_values as v on v.value_no = f.rowid
join customers as c on c.profile_id = v.profile_id and c.customer_no = v.customer_no
where search_index match $phrases
  and v.profile_id = $profile_id
  and v.kind in (select value from json_each($kinds))
  and not exists (select 1 from json_each($words) as w where instr(v.value, w.value) = 0)
group by v.customer_no
order by is_exact desc, max(c.last_seen_at) desc, v.customer_no
limit $limit;
