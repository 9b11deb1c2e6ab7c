-- One row per rate changed: its latest value.
insert into rates
select (payload->>'day')::date, payload->>'currency', arg_max((payload->>'rate')::decimal(18, 9), decision_no)
from batch_decisions
where kind = 'rate'
group by all
