-- name: master_key_add
-- One row: a master key's id and check.
insert into master_keys (key_id, key_check) values ($key_id, $key_check);

-- name: master_key_list
-- One row per master key that sealed something in this folder.
select key_id, key_check from master_keys;

-- name: master_key_remove
-- One row: a master key that was replaced.
delete from master_keys where key_id = $key_id;
