-- One row: a master key's id and check.
insert into master_keys (key_id, key_check) values ($key_id, $key_check);
