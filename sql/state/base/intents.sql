-- name: intent_add
-- One new intent.
insert into intents (intent_id, operation, workspace_id, call_key, request_hash, intent, status, created_at)
values ($intent_id, $operation, $workspace_id, $call_key, $request_hash, $intent, 'planned', $created_at);

-- name: intent_apply
-- From now on the provider may have done it.
update intents set status = 'applying' where intent_id = $intent_id and status = 'planned';

-- name: intent_end
-- The end of an intent, if it had none.
update intents
set status = $status, outcome = $outcome, ended_at = $now
where intent_id = $intent_id
  and ended_at is null;

-- name: intent_get
-- One row per intent.
select operation, intent, status, outcome from intents where intent_id = $intent_id;

-- name: intent_key_free
-- Another call under the key replaces the plan.
update intents set call_key = null, request_hash = null where intent_id = $intent_id;

-- name: intent_of_call
-- One row when a call under this key was planned.
select intent_id, request_hash from intents where call_key = $call_key;

-- name: intents_forget
-- Intents that ended long ago.
delete from intents where ended_at <= $before;

-- name: intents_abandoned
-- One row per intent that has not ended and that no job applies any more.
select i.intent_id, i.operation, i.intent
from intents as i
where i.ended_at is null
  and exists (select 1 from jobs as j where j.kind = 'intent' and j.dedupe_key = i.intent_id)
  and not exists (
    select 1 from jobs as j
    where j.kind = 'intent'
      and j.dedupe_key = i.intent_id
      and j.status in ('waiting', 'running')
  );

-- name: intents_open
-- One row at most: whether a workspace has an intent that has not ended.
-- columns: found integer
select 1 as found from intents where workspace_id = $workspace_id and status in ('planned', 'applying') limit 1;
