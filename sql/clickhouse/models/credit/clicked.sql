-- One row per conversion of the scope and touch that carries a click it names: none yet.
-- makes: clicked
create table clicked (conversion_no Int64, touch_seq Int64) engine = Memory;
