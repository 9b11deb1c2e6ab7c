-- name: resend_add
-- A rejected delivery to be sent again; none where it waits for that already.
insert into conversion_resends (delivery_id, destination_id, profile_id)
values ($delivery_id, $destination_id, $profile_id)
on conflict do nothing;

-- name: resends_list
-- Rows: deliveries of a destination to be sent again.
select delivery_id from conversion_resends where destination_id = $destination_id;

-- name: resend_remove
-- A delivery that is pending again.
delete from conversion_resends where delivery_id = $delivery_id;
