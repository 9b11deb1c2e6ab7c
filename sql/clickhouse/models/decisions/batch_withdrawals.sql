-- One row per fact that the batch takes out of every figure or gives back to them: the latest word on each.
-- needs: batch_decisions
-- makes: batch_withdrawals
create table batch_withdrawals engine = Memory as
with listed as (
  select decision_no, kind, arrayJoin(JSONExtract(payload, 'ranges', 'Array(Array(Int64))')) as stretch
  from batch_decisions
  where kind in ('facts_withdrawn', 'facts_restored')
),
named as (
  select decision_no, kind, arrayJoin(range(stretch[1], stretch[2] + 1)) as seq from listed
)
select seq, argMax(kind, decision_no) = 'facts_withdrawn' as is_withdrawn from named group by seq;
