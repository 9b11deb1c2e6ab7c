-- name: catalog_list
-- One row per destination and definition of a profile that is enabled.
select conversion_catalog.destination_id, conversion_key, event_name, value_rule, enabled_at
from conversion_catalog
join conversion_destinations using (destination_id)
where conversion_catalog.profile_id = $profile_id
  and removed_at is null
order by created_at, conversion_catalog.destination_id, conversion_key;

-- name: catalog_put
-- A definition that a destination gets; one that it gets already keeps its beginning.
insert into conversion_catalog (destination_id, conversion_key, profile_id, event_name, value_rule, enabled_at)
values ($destination_id, $conversion_key, $profile_id, $event_name, $value_rule, $enabled_at)
on conflict (destination_id, conversion_key) do update set event_name = excluded.event_name, value_rule = excluded.value_rule;

-- name: catalog_remove
-- A definition that a destination gets no more.
delete from conversion_catalog where destination_id = $destination_id and conversion_key = $conversion_key;
