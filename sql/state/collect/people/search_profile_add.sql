-- One row: a profile whose texts are looked for.
-- columns: last_value_no integer?
insert into search_profiles (profile_id) values ($profile_id)
returning profile_no, null as last_value_no;
