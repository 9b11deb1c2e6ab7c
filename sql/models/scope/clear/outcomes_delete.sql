-- One row per affected outcome.
-- needs: affected_outcomes
delete from outcomes where outcome_seq in (select outcome_seq from affected_outcomes)
