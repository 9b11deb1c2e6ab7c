-- One row at most: two persons about whom somebody said that they are not one.
-- TRICKY: left to itself SQLite reads the whole queue, as it passes over an index of computed columns.
-- columns: is_dismissed integer
select 1 as is_dismissed from proposals indexed by proposals_of_persons
where profile_id = $profile_id and person_low = $low and person_high = $high and status = 'dismissed'
limit 1;
