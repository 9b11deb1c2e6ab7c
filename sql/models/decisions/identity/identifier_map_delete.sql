-- One row per identifier that the batch moves to another customer, or to nobody.
-- needs: batch_decisions
delete from identifier_map
where identifier_key in (select (payload->>'identifier_key')::bigint from batch_decisions where kind = 'identifier_moved')
