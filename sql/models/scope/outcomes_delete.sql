-- One row per affected outcome.
delete from outcomes where outcome_seq in (select outcome_seq from affected_outcomes)
