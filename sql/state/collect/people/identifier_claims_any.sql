-- One row when a browser has claimed anything that is not answered yet.
-- columns: is_any integer
select 1 as is_any from identifier_claims where profile_id = $profile_id
union all
select 1 from browser_claims where profile_id = $profile_id
limit 1;
