-- One row per event, whatever its type.
-- makes: outcome_events (full)
create view outcome_events as select * from events;
