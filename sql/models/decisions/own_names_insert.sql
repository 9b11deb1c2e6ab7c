-- One row per name of the batch's latest decision on channel rules; those from before there were names have none.
-- needs: batch_decisions
insert into own_names
select unnest(
  from_json(
    arg_max(coalesce(payload->'names', '[]'::json), decision_no),
    '[{"field": "varchar", "name": "varchar", "meaning": "varchar", "meaning_name": "varchar"}]'
  ),
  recursive := true
)
from batch_decisions
where kind = 'channel_rules'
