-- One row per identifier that the batch adds or moves.
-- needs: batch_decisions
-- fills: changed_identifiers (dirty)
insert into changed_identifiers
select distinct (payload->>'identifier_key')::bigint from batch_decisions where kind in ('identifier_added', 'identifier_moved')
