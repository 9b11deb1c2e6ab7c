-- One row per definition of the profile that differs from the built-in ones.
select definition_no, conversion_key, name, event_types, revenue_type, counting, value_rule, fixed_value, fixed_currency,
  lookback_window_days, is_default, is_active
from definitions
where profile_id = $profile_id
order by definition_no
