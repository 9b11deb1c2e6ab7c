-- name: retention_rule_get
-- One row: how long a profile keeps people who do not come back, and the content of messages.
select
  profile_id, visitor_days, customer_days, set_at, set_by, checked_at, visitors_before, visitors_seq, visitors_removed, customers_removed,
  messages_retention_days
from retention_rules
where profile_id = $profile_id;

-- name: retention_rule_set
-- One row: the rule of a profile; the next look is due.
insert into retention_rules (profile_id, visitor_days, customer_days, messages_retention_days, set_at, set_by)
values ($profile_id, $visitor_days, $customer_days, $messages_retention_days, $now, $actor)
on conflict (profile_id) do update set
  visitor_days = excluded.visitor_days,
  customer_days = excluded.customer_days,
  messages_retention_days = excluded.messages_retention_days,
  set_at = excluded.set_at,
  set_by = excluded.set_by,
  checked_at = null;

-- name: retention_rules_due
-- One row per profile with a rule whose last complete look is older than this.
select profile_id
from retention_rules
where (visitor_days is not null or customer_days is not null) and (checked_at is null or checked_at <= $before);

-- name: retention_rule_advance
-- One row: a rule after a look, with how far its visitors are removed.
update retention_rules
set
  checked_at = $checked_at,
  visitors_before = $visitors_before,
  visitors_seq = $visitors_seq,
  visitors_removed = visitors_removed + $visitors,
  customers_removed = customers_removed + $customers
where profile_id = $profile_id;

-- name: message_rules_list
-- One row per profile whose messages are kept otherwise than by default, with the age up to which they are removed.
select profile_id, messages_retention_days, messages_before
from retention_rules
where messages_retention_days <> 365;

-- name: messages_removed
-- One row: a rule after content of messages up to this age was removed.
update retention_rules
set messages_before = $before
where profile_id = $profile_id and messages_before < $before;

-- name: idle_customers_page
-- One row per customer whose last fact is older than this, by number.
select customer_no, customer_profile_id
from customers
where profile_id = $profile_id and last_seen_at < $before and customer_no > $after
order by customer_no
limit $limit;

-- name: customer_last_seen
-- One row: the time of a customer's latest fact.
select last_seen_at from customers where profile_id = $profile_id and customer_no = $customer_no;

-- name: customers_count
-- One row: how many customers a profile has.
-- columns: n integer
select count(*) as n from customers where profile_id = $profile_id;
