-- One row per outcome that continues a known payment: computed once for all that ask.
-- fills: continued
-- unless empty: continuing_outcomes
insert into continued select outcome_seq, payment_seq from installments;
