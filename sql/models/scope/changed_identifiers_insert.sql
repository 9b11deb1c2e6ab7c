-- One row per identifier that the batch adds.
insert into changed_identifiers
select distinct (payload->>'identifier_key')::bigint from batch_decisions where kind = 'identifier_added'
