-- One row per outcome that continues a known payment: none yet.
-- makes: continued
create table continued (outcome_seq Int64, payment_seq Int64) engine = Memory;
