-- One row per new event of a batch in which some repeat others.
-- needs: batch_facts, repeats
-- makes: parsed_events (with_repeats)
create or replace temp view parsed_events as
select * from batch_facts where kind = 'event' and seq not in (select seq from repeats)
