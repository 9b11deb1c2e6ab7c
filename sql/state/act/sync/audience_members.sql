-- name: member_add
-- A person who is added to a list; nothing where they are in it.
insert into audience_members (audience_id, customer_no, profile_id)
values ($audience_id, $customer_no, $profile_id)
on conflict do nothing;

-- name: members_present
-- Which of these customers are in a list.
select customer_no
from audience_members
where audience_id = $audience_id
  and customer_no in (select value from json_each($customer_nos));

-- name: audiences_of_members
-- One row per list that has one of these customers.
select distinct audience_id
from audience_members
where profile_id = $profile_id
  and customer_no in (select value from json_each($customer_nos));

-- name: members_remove
-- Customers who are in no list any more.
delete from audience_members
where profile_id = $profile_id
  and customer_no in (select value from json_each($customer_nos));

-- name: profiles_with_members
-- One row per profile with a person in a list.
select distinct profile_id from audience_members;

-- name: members_list
-- Rows: customers of a profile who are in a list, from a number on.
select distinct customer_no
from audience_members
where profile_id = $profile_id and customer_no > $after
order by customer_no
limit $limit;
