-- One row when facts named this identifier for customers that could not hold it.
-- columns: is_named integer
select 1 as is_named from identifier_claims where profile_id = $profile_id and identifier_key = $identifier_key
union all
select 1 from identifiers_left_off where profile_id = $profile_id and identifier_key = $identifier_key
limit 1;
