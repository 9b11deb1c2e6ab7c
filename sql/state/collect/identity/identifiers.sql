-- name: erasure_identifiers
-- One row per identifier of these customers.
select identifiers.identifier_key, identifiers.type, identifiers.value, identifiers.sealed, identifiers.decision_no
from json_each($customer_nos) as asked
cross join identifiers indexed by identifiers_of_customer on identifiers.profile_id = $profile_id and identifiers.customer_no = asked.value;

-- name: holdings_count
-- One row per type of identifier that these customers hold, browsers among them: how many.
-- columns: held integer
select i.type, count(*) as held
from json_each($customer_nos) as asked
cross join identifiers as i on i.profile_id = $profile_id and i.customer_no = asked.value
group by i.type
union all
select 'anonymous_id', count(*)
from json_each($customer_nos) as asked
cross join browsers as b on b.profile_id = $profile_id and b.customer_no = asked.value
having count(*) > 0;

-- name: identifier_add
-- One row: an identifier and the customer it names.
insert into identifiers
  (profile_id, identifier_key, type, customer_no, value, sealed, decision_no, added_by_seq)
values ($profile_id, $identifier_key, $type, $customer_no, $value, $sealed, $decision_no, $seq);

-- name: identifier_find
-- One row at most: the customer with an identifier, and whether browsers alone say so.
-- columns: is_claim integer
select i.customer_no, coalesce(c.is_claim, 0) as is_claim
from identifiers as i
left join customers as c on c.profile_id = i.profile_id and c.customer_no = i.customer_no
where i.profile_id = $profile_id and i.identifier_key = $identifier_key;

-- name: identifier_get
-- One row at most: an identifier with its customer.
select type, customer_no, value, sealed, decision_no from identifiers
where profile_id = $profile_id and identifier_key = $identifier_key;

-- name: identifier_move
-- One row: an identifier that moves to another customer.
update identifiers set customer_no = $customer_no, decision_no = $decision_no, added_by_seq = $seq
where profile_id = $profile_id and identifier_key = $identifier_key;

-- name: identifier_release
-- One row: an identifier that no customer has any more.
delete from identifiers where profile_id = $profile_id and identifier_key = $identifier_key;

-- name: identifiers_count
-- One row: the number of a customer's identifiers of a type.
-- columns: held integer
select count(*) as held from identifiers
where profile_id = $profile_id and customer_no = $customer_no and type = $type;

-- name: identifiers_describe
-- One row per customer asked for and identifier of its component, oldest member and earliest identifier first.
-- TRICKY: `cross join` keeps SQLite from reading every identifier of the profile first.
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
select m.asked_no, i.type, i.value
from members as m
cross join identifiers as i on i.profile_id = $profile_id and i.customer_no = m.customer_no
where i.value is not null
order by m.asked_no, m.customer_no, i.decision_no;

-- name: identifiers_list_of_customer
-- One row per identifier of a customer.
select identifier_key from identifiers indexed by identifiers_of_customer
where profile_id = $profile_id and customer_no = $customer_no
order by identifier_key;

-- name: identifiers_owners
-- One row per identifier asked for that a customer has: its customer, and the fact that created the customer.
select i.identifier_key, i.customer_no, c.created_by_seq
from json_each($identifier_keys) as asked
cross join identifiers as i on i.profile_id = $profile_id and i.identifier_key = asked.value
cross join customers as c on c.profile_id = i.profile_id and c.customer_no = i.customer_no;

-- name: scan_identifiers
-- One row per identifier that customers of a page are compared by.
select customer_no, type, value, sealed
from identifiers
where profile_id = $profile_id and customer_no > $after and customer_no <= $up_to and type in ('email', 'phone', 'national_id');

-- name: scan_respelled
-- One row per e-mail address or phone whose spelling may be one of an earlier version: letters in a domain, a Brazilian mobile without its 9.
select identifier_key, customer_no, type, value
from identifiers
where profile_id = $profile_id and identifier_key > $after and identifier_key <= $up_to
  and (
    (type = 'email' and value glob '*[^ -~]*')
    or (type = 'phone' and value glob '+55[0-9][0-9][689][0-9][0-9][0-9][0-9][0-9][0-9][0-9]')
  )
order by identifier_key;
