-- That an identifier was left off customers that stay.
delete from identifiers_left_off
where profile_id = $profile_id and identifier_key = $identifier_key;
