-- One row per payment that an affected outcome continues or reverses: run before and after outcomes are made anew.
insert into changed_parents
select unnest([refund_of_key, installment_of_key])
from outcomes
where coalesce(refund_of_key, installment_of_key) is not null and outcome_seq in (select outcome_seq from affected_outcomes)
