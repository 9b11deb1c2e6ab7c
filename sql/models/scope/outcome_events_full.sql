-- One row per event, whatever its type.
create temp view outcome_events as
select * from events
