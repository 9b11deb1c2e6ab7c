-- One row per origin of the batch that is seen for the first time.
-- needs: new_events
-- makes: new_origins
create temp table new_origins as
select distinct origin_id from new_events anti join origin_parts using (origin_id) where origin_id is not null
