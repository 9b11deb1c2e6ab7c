-- One row per event type that a definition in force lists, as types are compared.
-- needs: definitions
-- makes: outcome_types
create view outcome_types as select distinct arrayJoin(type_keys) as type_key from definitions where is_active;
