-- One row per name of the batch's latest decision on channel rules; those from before there were names have none.
-- needs: batch_decisions
insert into own_names
select names.row.field, names.row.name, names.row.meaning, names.row.meaning_name
from (
  select arrayJoin(JSONExtract(
    argMax(payload, decision_no), 'names', 'Array(Tuple(field String, name String, meaning String, meaning_name String))'
  )) as row
  from batch_decisions
  where kind = 'channel_rules'
) as names;
