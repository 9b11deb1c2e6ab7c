-- One row per name of a campaign in the spend in force.
insert into campaign_spellings
with text -> coalesce(
  nullIf(replaceRegexpAll(replaceRegexpAll(text, '(?:%20|[+ \\t\\n\\f\\r_-])+', ' '), '^ +| +$', ''), ''), text
) as name_key,
names as (
  select assumeNotNull(campaign_name) as named, any(campaign_key) as key, max(spend_day) as last_day
  from spend_rows
  where campaign_name is not null
  group by named
)
select
  named,
  assumeNotNull(name_key(key)) as name,
  first_value(named) over (partition by assumeNotNull(name_key(key)) order by last_day desc, named desc)
from names;
