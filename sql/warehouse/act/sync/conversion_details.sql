-- One row per conversion: what is sent of it, with the click ids of its outcome and of the touches before it, oldest first.
-- columns: action_source?, page_url?, city?, country?, click_ids?, ad_user_data?, ad_personalization?, touch_click_ids?, touched_ms?, has_gpc, visitor_key?, outcome_key?
with
asked as (
  select conversion_no, outcome_seq, conversion_key, event_type, revenue_type, person_key, visitor_key, country
  from conversions
  where conversion_no in (select unnest($conversion_nos::bigint[]))
),

touched as (
  select
    asked.conversion_no,
    list(events.click_ids order by credit.touched_at, credit.touch_seq) filter (where events.click_ids is not null) as touch_click_ids,
    list(epoch_ms(credit.touched_at) order by credit.touched_at, credit.touch_seq) filter (where events.click_ids is not null) as touched_ms,
    bool_or(coalesce(list_contains(events.flags, 'gpc'), false)) as has_gpc
  from asked
  join credit using (conversion_no)
  join events on events.seq = credit.touch_seq
  group by asked.conversion_no
)

select
  asked.conversion_no,
  asked.conversion_key,
  asked.event_type,
  asked.revenue_type,
  asked.person_key,
  asked.visitor_key,
  events.outcome_key,
  events.action_source,
  coalesce(events.url, events.event_source_url) as page_url,
  events.city,
  asked.country,
  events.click_ids,
  json_extract_string(events.properties, '$.ad_user_data') as ad_user_data,
  json_extract_string(events.properties, '$.ad_personalization') as ad_personalization,
  touched.touch_click_ids,
  touched.touched_ms,
  coalesce(list_contains(events.flags, 'gpc'), false) or coalesce(touched.has_gpc, false) as has_gpc
from asked
join events on events.seq = asked.outcome_seq
left join touched using (conversion_no)
