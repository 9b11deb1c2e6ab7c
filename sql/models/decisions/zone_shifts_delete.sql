-- No row: where the batch decides on the time zone, its clocks are read anew.
-- needs: batch_decisions
delete from zone_shifts
where exists (select 1 from batch_decisions where kind = 'setting' and (payload->>'name') = 'timezone')
