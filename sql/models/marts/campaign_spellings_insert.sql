-- One row per name of a campaign in the spend in force.
insert into campaign_spellings
with names as (
  select campaign_name, any_value(campaign_key) as campaign_key, max(spend_day) as last_day
  from spend_rows
  where campaign_name is not null
  group by campaign_name
)
select
  campaign_name,
  name_key(campaign_key),
  first_value(campaign_name) over (partition by name_key(campaign_key) order by last_day desc, campaign_name desc)
from names
