-- One row per conversion of the scope and touch that carries a click it names: none yet.
-- makes: clicked
create temp table clicked (conversion_no bigint, touch_seq bigint)
