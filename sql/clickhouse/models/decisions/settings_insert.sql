-- One row per setting changed: its latest value.
-- needs: batch_decisions
insert into settings
select JSONExtractString(payload, 'name') as name, JSONExtract(argMax(payload, decision_no), 'value', 'String')
from batch_decisions
where kind = 'setting'
group by name;
