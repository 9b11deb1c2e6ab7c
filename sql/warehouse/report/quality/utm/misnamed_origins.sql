-- One row per kind of anomaly, parameter, value and origin whose names are spelt or cut in several ways.
-- needs: named_values
-- makes: misnamed_origins
create temp table misnamed_origins as
with
spelt_values as (
  select
    parameter,
    value,
    -- One key for all spellings of a value.
    regexp_replace(strip_accents(lower(trim(value))), '(%20|[+ _-])+', ' ', 'g') as value_key,
    sum(sessions) as sessions
  from named_values as named
  group by all
),

spellings as (
  select parameter, value, first_value(value) over (partition by parameter, value_key order by sessions desc, value) as usual
  from spelt_values
),

campaigns as (
  select source_key, value, sum(sessions) as sessions
  from named_values as named
  where parameter = 'utm_campaign' and length(value) >= 6
  group by all
  order by sessions desc, value
  limit 400
),

-- One letter away from a name of the same source that is seen five times as often: names that differ in digits are different names.
misspelt as (
  select rare.source_key, rare.value, arg_max(usual.value, (usual.sessions, usual.value)) as usual
  from campaigns as rare
  join campaigns as usual
    on usual.source_key is not distinct from rare.source_key
    and usual.sessions >= 5 * rare.sessions
    and abs(length(usual.value) - length(rare.value)) <= 1
  where
    damerau_levenshtein(lower(usual.value), lower(rare.value)) = 1
    and regexp_replace(usual.value, '[0-9]', '', 'g') <> regexp_replace(rare.value, '[0-9]', '', 'g')
  group by all
),

lengths as (
  select parameter, max(length(value)) as longest, count(distinct value) filter (where length(value) = longest_value) as at_longest,
    max(value) filter (where length(value) = longest_value) as last_value, min(value) filter (where length(value) = longest_value) as first_value
  from (select *, max(length(value)) over (partition by parameter) as longest_value from spelt_values)
  group by parameter
)

select 'variants' as kind, named.parameter, spellings.usual as value, named.origin_id, named.value as example
from named_values as named
join spellings on spellings.parameter = named.parameter and spellings.value = named.value
where spellings.usual <> named.value
union all
select 'variants', 'utm_campaign', misspelt.usual, named.origin_id, named.value
from named_values as named
join misspelt on misspelt.value = named.value and misspelt.source_key is not distinct from named.source_key
where named.parameter = 'utm_campaign'
union all
select 'truncated', named.parameter, left(named.value, 10) || '…', named.origin_id, named.value
from named_values as named
left join lengths on lengths.parameter = named.parameter
where
  length(named.value) >= 255
  or (
    length(named.value) = lengths.longest and lengths.longest >= 30 and lengths.at_longest >= 5
    and left(lengths.first_value, 10) = left(lengths.last_value, 10)
  )
