-- One row: the profile's currency, zone and model, and the key of its default definition, as the figures in force know them.
-- columns: model 'first_touch'|'last_touch'|'last_non_direct'|'first_paid'|'last_paid'|'linear'|'position_based'|'time_decay'|'data_driven'
-- columns: default_goal?
with
settings_in_force as (
  select
    max(value) filter (where name = 'currency') as currency,
    max(value) filter (where name = 'timezone') as timezone,
    max(value) filter (where name = 'model') as model
  from settings
),

default_definition as (
  select any_value(conversion_key) as conversion_key from definitions where is_active and is_default
)

select
  settings_in_force.currency,
  coalesce(settings_in_force.timezone, 'UTC') as timezone,
  coalesce(settings_in_force.model, 'last_non_direct') as model,
  default_definition.conversion_key as default_goal
from settings_in_force
cross join default_definition
