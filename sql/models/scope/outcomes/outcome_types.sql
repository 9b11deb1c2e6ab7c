-- One row per event type that a definition in force lists, in lower case.
-- needs: definitions
-- makes: outcome_types
create temp view outcome_types as
select distinct lower(trim(unnest(event_types))) as type_key from definitions where is_active
