-- One row per event type that a definition in force lists.
create temp view outcome_types as
select distinct unnest(event_types) as event_type from definitions where is_active
