-- One row per affected event, whatever its type.
create temp view outcome_events as
select * from events where seq in (select outcome_seq from affected_outcomes)
