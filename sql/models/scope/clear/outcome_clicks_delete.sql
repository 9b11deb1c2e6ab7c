-- One row per click id of an affected outcome.
-- needs: affected_outcomes
delete from outcome_clicks where outcome_seq in (select outcome_seq from affected_outcomes)
