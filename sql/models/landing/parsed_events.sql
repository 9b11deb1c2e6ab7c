-- One row per new event of the batch.
-- needs: batch_facts, repeats
-- makes: parsed_events (of_batch)
create temp view parsed_events as
select * from batch_facts where kind = 'event' and seq not in (select seq from repeats)
