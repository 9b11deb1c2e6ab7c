-- One row per key of an affected outcome: run before and after outcomes are made anew.
insert into changed_payments
select outcome_key from outcomes where outcome_key is not null and outcome_seq in (select outcome_seq from affected_outcomes)
