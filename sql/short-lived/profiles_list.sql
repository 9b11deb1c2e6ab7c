-- One row per profile with values or keys.
select distinct profile_id from day_keys;
