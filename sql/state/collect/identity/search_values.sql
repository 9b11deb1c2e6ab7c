-- name: search_across
-- One row per customer asked for whose person has every word in some text of its own, in the order asked.
-- columns: customer_no integer
with recursive members (at, asked_no, customer_no) as (
  select key, value, value from json_each($customer_nos)
  union
  select m.at, m.asked_no, e.customer_b
  from members as m
  cross join merge_edges as e on e.profile_id = $profile_id and e.customer_a = m.customer_no
  union
  select m.at, m.asked_no, e.customer_a
  from members as m
  cross join merge_edges as e on e.profile_id = $profile_id and e.customer_b = m.customer_no
)
select m.asked_no as customer_no
from members as m
cross join search_values as v on v.profile_no = $profile_no and v.customer_no = m.customer_no
cross join json_each($words) as w
where v.kind in (select value from json_each($kinds)) and instr(v.value, w.value) > 0
group by m.at, m.asked_no
having count(distinct w.value) = (select count(distinct value) from json_each($words))
order by m.at;

-- name: search_customers
-- One row per customer with one of these texts that contains all the words: exact ones first, then those that contain the whole, then the customer seen last.
select v.customer_no
from json_each($value_nos) as asked
cross join search_values as v on v.value_no = asked.value
cross join customers as c on c.profile_id = $profile_id and c.customer_no = v.customer_no
where v.kind in (select value from json_each($kinds))
  and not exists (select 1 from json_each($words) as w where instr(v.value, w.value) = 0)
group by v.customer_no
order by max(v.value = $whole) desc, max(instr(v.value, $whole) > 0) desc, max(c.last_seen_at) desc, v.customer_no
limit $limit;

-- name: search_exact
-- One row per text that is the one looked for, the newest first.
select value_no
from search_values
where profile_no = $profile_no and value = $whole and kind in (select value from json_each($kinds))
order by value_no desc
limit $limit;

-- name: search_name_remove
-- The name a customer was found by so far.
delete from search_values
where profile_no = (select profile_no from search_profiles where profile_id = $profile_id)
  and customer_no = $customer_no
  and kind = 'name';

-- name: search_value_add
-- One row per text a customer is found by.
insert into search_values (value_no, profile_no, customer_no, kind, value)
values ($value_no, $profile_no, $customer_no, $kind, $value);

-- name: search_values_erase
-- The rows of search_values of a customer.
delete from search_values
where profile_no = (select profile_no from search_profiles where profile_id = $profile_id)
  and customer_no = $customer_no;

-- name: search_values_purge
-- Every row of a profile in search_values; the index follows.
delete from search_values
where profile_no = (select profile_no from search_profiles where profile_id = $profile_id)
limit $limit;
