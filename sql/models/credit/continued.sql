-- One row per outcome that continues a known payment: none yet.
-- makes: continued
create temp table continued (outcome_seq bigint, payment_seq bigint)
