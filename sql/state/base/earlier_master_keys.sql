-- name: earlier_master_key_add
-- One row: a master key that was replaced, sealed by its successor.
insert into earlier_master_keys (key_id, sealed_key, replaced_at) values ($key_id, $sealed_key, $replaced_at);

-- name: earlier_master_keys_list
-- One row per master key that was replaced, the latest first.
select key_id, sealed_key from earlier_master_keys order by replaced_at desc, key_id;
