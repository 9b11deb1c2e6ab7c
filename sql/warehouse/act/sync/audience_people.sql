-- One row per customer with a counted conversion of a definition since a moment, with all that was said of consent at these conversions and at
-- the touches before them.
-- columns: ad_user_data?, ad_personalization?, has_gpc
with
asked as (
  select conversion_no, outcome_seq, person_key
  from conversions
  where conversion_key = $conversion_key and is_counted and converted_at >= $since::timestamp and person_key > 0
),

touched as (
  select asked.conversion_no, bool_or(coalesce(list_contains(events.flags, 'gpc'), false)) as has_gpc
  from asked
  join credit using (conversion_no)
  join events on events.seq = credit.touch_seq
  group by asked.conversion_no
),

said as (
  select
    asked.person_key,
    json_extract_string(events.properties, '$.ad_user_data') as ad_user_data,
    json_extract_string(events.properties, '$.ad_personalization') as ad_personalization,
    coalesce(list_contains(events.flags, 'gpc'), false) or coalesce(touched.has_gpc, false) as has_gpc
  from asked
  left join events on events.seq = asked.outcome_seq
  left join touched using (conversion_no)
)

select
  person_key,
  list(distinct ad_user_data) filter (where ad_user_data is not null) as ad_user_data,
  list(distinct ad_personalization) filter (where ad_personalization is not null) as ad_personalization,
  bool_or(has_gpc) as has_gpc
from said
group by person_key
order by person_key
