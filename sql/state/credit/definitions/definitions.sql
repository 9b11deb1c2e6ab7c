-- name: definition_put
-- One row: the definition as it is from now on.
insert into definitions (
  profile_id, definition_no, conversion_key, name, event_types, revenue_type, counting, value_rule, fixed_value, fixed_currency,
  lookback_window_days, is_default, is_active, created_at, updated_at
)
values (
  $profile_id, $definition_no, $conversion_key, $name, $event_types, $revenue_type, $counting, $value_rule, $fixed_value, $fixed_currency,
  $lookback_window_days, $is_default, $is_active, $now, $now
)
on conflict (profile_id, definition_no) do update set
  name = excluded.name,
  event_types = excluded.event_types,
  revenue_type = excluded.revenue_type,
  counting = excluded.counting,
  value_rule = excluded.value_rule,
  fixed_value = excluded.fixed_value,
  fixed_currency = excluded.fixed_currency,
  lookback_window_days = excluded.lookback_window_days,
  is_default = excluded.is_default,
  is_active = excluded.is_active,
  updated_at = excluded.updated_at;

-- name: definitions_list
-- One row per definition of the profile that differs from the built-in ones.
select definition_no, conversion_key, name, event_types, revenue_type, counting, value_rule, fixed_value, fixed_currency,
  lookback_window_days, is_default, is_active
from definitions
where profile_id = $profile_id
order by definition_no;
