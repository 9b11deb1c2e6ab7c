-- One row per event of a batch in which none repeats another.
-- needs: batch_facts
-- makes: parsed_events (without_repeats)
create temp view parsed_events as
select * from batch_facts where kind = 'event'
