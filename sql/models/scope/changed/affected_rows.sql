-- One row per affected outcome as it stands now: whose, which payments it is, continues or reverses, and of which deal; run before and after outcomes are
-- made anew.
-- needs: affected_outcomes
-- fills: affected_rows (dirty)
insert into affected_rows
select person_key, outcome_key, refund_of_key, installment_of_key, deal_key
from outcomes
where outcome_seq in (select outcome_seq from affected_outcomes)
