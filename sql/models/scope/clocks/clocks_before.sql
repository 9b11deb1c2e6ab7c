-- One row per change of the clocks of the profile's zone, as they were before the decisions of the batch.
-- makes: clocks_before
create temp table clocks_before as
select from_at, shift_seconds from zone_shifts
