-- One row per identifier that the batch adds or moves.
insert into changed_identifiers
select distinct (payload->>'identifier_key')::bigint from batch_decisions where kind in ('identifier_added', 'identifier_moved')
