-- One row per outcome that continues a payment: where there is none, all that has to do with instalments is left out.
-- makes: continuing_outcomes
create view continuing_outcomes as select outcome_seq from outcomes where installment_of_key is not null;
