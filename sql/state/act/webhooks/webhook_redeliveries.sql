-- name: redelivery_add
-- A delivery to be sent again; none where it waits for that already.
insert into webhook_redeliveries (message_id, subscription_id, profile_id)
values ($message_id, $subscription_id, $profile_id)
on conflict do nothing;

-- name: redeliveries_list
-- Rows: deliveries of a subscription to be sent again.
select message_id from webhook_redeliveries where subscription_id = $subscription_id;

-- name: redelivery_remove
-- A delivery that is pending again.
delete from webhook_redeliveries where message_id = $message_id;
