-- One row per decision, from the lines that are sent with the statement.
insert into batch_decisions
select decision_no, kind, payload
from input('decision_no Int64, kind String, payload String')
format JSONEachRow
