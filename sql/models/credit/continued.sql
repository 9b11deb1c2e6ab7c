-- One row per outcome that continues a known payment: none yet.
create temp table continued (outcome_seq bigint, payment_seq bigint)
