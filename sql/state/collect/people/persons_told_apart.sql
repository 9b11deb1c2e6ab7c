-- One row at most: two persons about whom somebody said that they are not one.
select 1 as is_dismissed from proposals
where profile_id = $profile_id and person_low = $low and person_high = $high and status = 'dismissed'
limit 1;
