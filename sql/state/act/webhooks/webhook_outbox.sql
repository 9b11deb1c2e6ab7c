-- name: outbox_add
-- A delivery; none where it is there already.
insert into webhook_outbox (message_id, subscription_id, profile_id, type, occurred_at, body)
values ($message_id, $subscription_id, $profile_id, $type, $occurred_at, $body)
on conflict (message_id) do nothing;

-- name: outbox_list
-- Rows: the first deliveries of a subscription that the ledger does not have.
select outbox_no, message_id, profile_id, type, occurred_at, body
from webhook_outbox
where subscription_id = $subscription_id
  and moved_at is null
order by outbox_no
limit $limit;

-- name: outbox_move
-- Deliveries of a subscription that the ledger has from now on.
update webhook_outbox
set moved_at = $now
where subscription_id = $subscription_id
  and outbox_no <= $last
  and moved_at is null;

-- name: outbox_add_moved
-- A delivery that the ledger has and that has not ended any more.
insert into webhook_outbox (message_id, subscription_id, profile_id, type, occurred_at, body, moved_at)
values ($message_id, $subscription_id, $profile_id, $type, $occurred_at, $body, $now)
on conflict (message_id) do nothing;

-- name: outbox_end
-- Deliveries that have ended.
delete from webhook_outbox
where message_id in (select value from json_each($message_ids))
  and moved_at is not null;

-- name: outbox_end_all
-- Deliveries of a subscription that the ledger has: it has ended them.
delete from webhook_outbox where subscription_id = $subscription_id and moved_at is not null;

-- name: outbox_moved
-- Rows: deliveries that the ledger has, from a number on.
select outbox_no, message_id, profile_id
from webhook_outbox
where moved_at is not null
  and outbox_no > $after
order by outbox_no
limit $limit;

-- name: outbox_return
-- A delivery that the ledger does not have any more.
update webhook_outbox set moved_at = null where message_id = $message_id;

-- name: outbox_return_all
-- The ledger was lost: deliveries that have not ended go to the next one.
update webhook_outbox set moved_at = null where moved_at is not null;

-- name: outbox_forget
-- Deliveries that the ledger has forgotten.
delete from webhook_outbox where moved_at < $before;

-- name: outbox_remove
-- Deliveries of a tail that it has read.
delete from webhook_outbox where subscription_id = $subscription_id and outbox_no <= $last;

-- name: outbox_waiting
-- One row per subscription with deliveries that the ledger does not have.
select distinct subscription_id, profile_id from webhook_outbox where moved_at is null;

-- name: outbox_bodies
-- Rows: deliveries of a profile that have not ended, from a number on.
select outbox_no, body
from webhook_outbox
where profile_id = $profile_id and outbox_no > $after
order by outbox_no
limit $limit;

-- name: outbox_set_body
-- A delivery without an erased person.
update webhook_outbox set body = $body where outbox_no = $outbox_no;
