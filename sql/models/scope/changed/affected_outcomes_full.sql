-- One row per outcome.
-- makes: affected_outcomes (full)
create temp view affected_outcomes as
select outcome_seq from outcomes
