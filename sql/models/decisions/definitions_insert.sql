-- One row per definition changed: its latest form.
-- needs: batch_decisions
insert into definitions
with latest as (
  select (payload->>'definition_no')::integer as definition_no, arg_max(payload, decision_no) as payload
  from batch_decisions
  where kind = 'definition'
  group by 1
)
select
  definition_no,
  payload->>'conversion_key',
  payload->>'name',
  from_json(payload->'event_types', '["varchar"]'),
  coalesce(
    from_json(payload->'type_keys', '["varchar"]'),
    list_transform(from_json(payload->'event_types', '["varchar"]'), lambda type: lower(trim(type)))
  ),
  payload->>'revenue_type',
  payload->>'counting',
  payload->>'value_rule',
  (payload->>'fixed_value')::decimal(18, 6),
  payload->>'fixed_currency',
  (payload->>'lookback_window_days')::integer,
  (payload->>'is_default')::boolean,
  (payload->>'is_active')::boolean
from latest
