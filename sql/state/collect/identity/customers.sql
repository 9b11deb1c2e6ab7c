-- name: customer_add
-- One row: a customer as its first fact shows it.
insert into customers (
  profile_id, customer_no, customer_profile_id, first_name, last_name, name_trust, country, created_by_seq, first_seen_at, last_seen_at,
  is_told, is_claim
)
values (
  $profile_id, $customer_no, $customer_profile_id, $first_name, $last_name, $name_trust, $country, $seq, $occurred_at, $occurred_at,
  $is_told, $is_claim
);

-- name: customer_confirm
-- One row at most: a customer that more than browsers named. What browsers said of it stays by a person's word alone.
update customers
set
  is_claim = 0,
  country = iif($keeps_told, country, null),
  first_name = iif($keeps_told or name_trust = 'server', first_name, null),
  last_name = iif($keeps_told or name_trust = 'server', last_name, null),
  name_trust = iif($keeps_told or name_trust = 'server', name_trust, null)
where profile_id = $profile_id and customer_no = $customer_no and is_claim = 1
returning customer_no;

-- name: customer_describe
-- One row: the name and country of a customer filled where it has none; a name given by a browser gives way to one that may rename. Half
-- a name is completed by a source of the same trust. None when that changes nothing.
update customers
set
  first_name = case when told.is_name then $first_name when told.may_complete then coalesce(first_name, $first_name) else first_name end,
  last_name = case when told.is_name then $last_name when told.may_complete then coalesce(last_name, $last_name) else last_name end,
  name_trust = case when told.is_name then $trust else name_trust end,
  country = coalesce(country, $country)
from (
  select
    ($first_name is not null or $last_name is not null)
    and (name_trust is null or (name_trust = 'browser' and $may_rename)) as is_name,
    ((first_name is null and $first_name is not null) or (last_name is null and $last_name is not null))
    and ($trust = 'server' or name_trust = 'browser') as may_complete
  from customers
  where profile_id = $profile_id and customer_no = $customer_no
) as told
where profile_id = $profile_id and customer_no = $customer_no
  and (told.is_name or told.may_complete or (country is null and $country is not null))
returning first_name, last_name;

-- name: customer_empty
-- One row: a customer that another took over, without anything that browsers said of it.
update customers
set successor_no = $into_customer_no, is_claim = 0, first_name = null, last_name = null, name_trust = null, country = null
where profile_id = $profile_id and customer_no = $customer_no;

-- name: customer_get
-- One row at most: by which fact a customer came to be, and who took it over.
select created_by_seq, successor_no, is_claim from customers where profile_id = $profile_id and customer_no = $customer_no;

-- name: customer_see
-- One row: the first and last time a customer was seen, widened by the facts of a chunk, which replace times of an import.
update customers
set
  first_seen_at = iif(is_told, $first_seen_at, min(first_seen_at, $first_seen_at)),
  last_seen_at = iif(is_told, $last_seen_at, max(last_seen_at, $last_seen_at)),
  is_told = 0
where profile_id = $profile_id and customer_no = $customer_no;

-- name: customers_describe
-- One row per customer asked for and member of its component, oldest member first.
-- columns: asked_no integer
with recursive members (asked_no, customer_no) as (
  select value, value from json_each($customer_nos)
  union
  select m.asked_no, e.customer_b
  from members as m
  cross join merge_edges as e on e.profile_id = $profile_id and e.customer_a = m.customer_no
  union
  select m.asked_no, e.customer_a
  from members as m
  cross join merge_edges as e on e.profile_id = $profile_id and e.customer_b = m.customer_no
)
select
  m.asked_no, c.customer_no, c.customer_profile_id, c.first_name, c.last_name, c.name_trust, c.country, c.first_seen_at, c.last_seen_at,
  c.is_told
from members as m
cross join customers as c on c.profile_id = $profile_id and c.customer_no = m.customer_no
order by m.asked_no, c.successor_no is not null, c.customer_no;

-- name: customers_succeed
-- One row per customer that was taken over by one that is taken over itself.
update customers indexed by customers_succeeded set successor_no = $into_customer_no
where profile_id = $profile_id and successor_no = $customer_no;

-- name: erasure_names
-- One row per customer of these.
select customers.customer_no, customers.first_name, customers.last_name
from json_each($customer_nos) as asked
cross join customers on customers.profile_id = $profile_id and customers.customer_no = asked.value;

-- name: heads_list
-- One row per customer asked for that is merged with another: the head of its component.
-- columns: asked_no integer, head_no integer
with recursive named (customer_no) as (
  select value
  from json_each($customer_nos)
  where exists (select 1 from merge_edges as e where e.profile_id = $profile_id and e.customer_a = value)
    or exists (select 1 from merge_edges as e where e.profile_id = $profile_id and e.customer_b = value)
),
members (asked_no, customer_no) as (
  select customer_no, customer_no from named
  union
  select m.asked_no, e.customer_b
  from members as m
  cross join merge_edges as e on e.profile_id = $profile_id and e.customer_a = m.customer_no
  union
  select m.asked_no, e.customer_a
  from members as m
  cross join merge_edges as e on e.profile_id = $profile_id and e.customer_b = m.customer_no
)
select m.asked_no, coalesce(min(iif(c.successor_no is null, m.customer_no, null)), min(m.customer_no)) as head_no
from members as m
left join customers as c on c.profile_id = $profile_id and c.customer_no = m.customer_no
group by m.asked_no
having head_no <> m.asked_no;

-- name: members_list
-- One row per member of a customer's component of active merges, oldest first and customers that were taken over last; itself
-- when it has none.
with recursive members (customer_no) as (
  values ($customer_no)
  union
  select e.customer_b
  from members as m
  cross join merge_edges as e on e.profile_id = $profile_id and e.customer_a = m.customer_no
  union
  select e.customer_a
  from members as m
  cross join merge_edges as e on e.profile_id = $profile_id and e.customer_b = m.customer_no
)
select m.customer_no
from members as m
left join customers as c on c.profile_id = $profile_id and c.customer_no = m.customer_no
order by c.successor_no is not null, m.customer_no;

-- name: scan_customers
-- One row per customer of a page: what it is compared by, apart from its identifiers.
select c.customer_no, c.first_name, c.last_name, d.sealed
from customers as c
left join customer_details as d on d.profile_id = c.profile_id and d.customer_no = c.customer_no
where c.profile_id = $profile_id and c.customer_no > $after
order by c.customer_no
limit $limit;
