-- One row per affected event, whatever its type.
-- needs: affected_outcomes
-- makes: outcome_events (dirty)
create temp view outcome_events as
select * from events where seq in (select outcome_seq from affected_outcomes)
