-- One row per outcome.
-- makes: affected_outcomes (full)
create view affected_outcomes as select outcome_seq from outcomes;
