-- One row per master key that sealed something in this folder.
select key_id, key_check from master_keys;
