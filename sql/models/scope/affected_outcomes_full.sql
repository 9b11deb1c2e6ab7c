-- One row per outcome.
create temp view affected_outcomes as
select outcome_seq from outcomes
