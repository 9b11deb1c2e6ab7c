-- One row per setting changed: its latest value.
-- needs: batch_decisions
insert into settings
select payload->>'name', arg_max(payload->>'value', decision_no)
from batch_decisions
where kind = 'setting'
group by 1
