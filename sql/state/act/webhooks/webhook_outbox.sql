-- name: outbox_add
-- A delivery; none where it is there already.
insert into webhook_outbox (message_id, subscription_id, profile_id, type, occurred_at, body)
values ($message_id, $subscription_id, $profile_id, $type, $occurred_at, $body)
on conflict (message_id) do nothing;

-- name: outbox_list
-- Rows: the first deliveries of a subscription.
select outbox_no, message_id, profile_id, type, occurred_at, body
from webhook_outbox
where subscription_id = $subscription_id
order by outbox_no
limit $limit;

-- name: outbox_remove
-- Deliveries of a subscription that the ledger has.
delete from webhook_outbox where subscription_id = $subscription_id and outbox_no <= $last;

-- name: outbox_waiting
-- One row per subscription with deliveries.
select distinct subscription_id, profile_id from webhook_outbox;

-- name: outbox_bodies
-- Rows: deliveries of a profile that the ledger does not have yet, from a number on.
select outbox_no, body
from webhook_outbox
where profile_id = $profile_id and outbox_no > $after
order by outbox_no
limit $limit;

-- name: outbox_set_body
-- A delivery without an erased person.
update webhook_outbox set body = $body where outbox_no = $outbox_no;
