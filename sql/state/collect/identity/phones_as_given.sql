-- name: erasure_phones
-- One row per phone of these customers as it was sent.
select phones_as_given.phone
from json_each($customer_nos) as asked
cross join phones_as_given on phones_as_given.profile_id = $profile_id and phones_as_given.customer_no = asked.value;

-- name: phone_as_given_put
-- A phone of a customer as it was sent; at most five of each.
insert into phones_as_given (profile_id, customer_no, phone, first_seq, last_seq)
select $profile_id, $customer_no, $phone, $seq, $seq
where (
  select count(*) from phones_as_given
  where profile_id = $profile_id
    and customer_no = $customer_no
    and phone <> $phone
) < 5
on conflict do update set last_seq = excluded.last_seq;

-- name: phones_as_given_describe
-- One row per customer asked for and phone of its component that could not be read, oldest member first.
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
select m.asked_no, p.phone
from members as m
cross join phones_as_given as p on p.profile_id = $profile_id and p.customer_no = m.customer_no
order by m.asked_no, m.customer_no, p.first_seq;

-- name: phones_as_given_erase
-- The rows of phones_as_given of a customer.
delete from phones_as_given
where profile_id = $profile_id
  and customer_no = $customer_no;

-- name: scan_phones_as_given
-- One row per phone that could not be read when it came, with the country of its customer.
select phones_as_given.customer_no, phones_as_given.phone, customers.country
from phones_as_given
cross join customers on customers.profile_id = phones_as_given.profile_id and customers.customer_no = phones_as_given.customer_no
where phones_as_given.profile_id = $profile_id
  and (phones_as_given.customer_no, phones_as_given.phone) > ($after_customer, $after_phone)
order by phones_as_given.customer_no, phones_as_given.phone
limit $limit;
