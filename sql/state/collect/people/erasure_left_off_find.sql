-- One row when an identifier was left off anybody.
-- columns: found integer
select 1 as found from identifiers_left_off where profile_id = $profile_id and identifier_key = $identifier_key limit 1;
