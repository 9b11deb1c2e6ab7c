-- One row per affected outcome as it is now: whose, which payments it is, continues or reverses, of which deal, and whether it is a message; run before and after outcomes are
-- made anew.
-- needs: affected_outcomes
-- fills: affected_rows (dirty)
insert into affected_rows
select person_key, outcome_key, refund_of_key, installment_of_key, deal_key, type_key = 'message_received'
from outcomes
where outcome_seq in (select outcome_seq from affected_outcomes)
