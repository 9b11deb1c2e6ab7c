-- One row per event of the page, with what the door and the rules found out about it. Ids are texts by the formula of base/kit/ids.ts.
with
named as (
  select
    event_identifiers.seq,
    min_by(coalesce(component_map.person_key, identifier_map.customer_no), event_identifiers.priority) as person_key
  from event_identifiers
  join identifier_map using (identifier_key)
  left join component_map on component_map.customer_no = identifier_map.customer_no
  where event_identifiers.seq in (select seq from feed_page)
  group by event_identifiers.seq
),

asked as (
  select
    events.*,
    coalesce(named.person_key, visitor_people.person_key, -events.visitor_key) as person_key
  from events
  join feed_page using (seq)
  left join named on named.seq = events.seq
  left join visitor_people on visitor_people.visitor_key = events.visitor_key
),

numbered as (
  select
    asked.*,
    format('{:016x}', xor(asked.seq, $fact_mask::bigint)::ubigint | 9223372036854775808::ubigint) as fact_number,
    format('{:016x}', xor(asked.visitor_key, $browser_mask::bigint)::ubigint | 9223372036854775808::ubigint) as visitor_number,
    format(
      '{:016x}',
      xor(abs(person_key), if(person_key > 0, $customer_mask::bigint, $browser_mask::bigint))::ubigint | 9223372036854775808::ubigint
    ) as person_number
  from asked
)

select
  $fact_prefix || '-' || left(fact_number, 4) || '-' || substr(fact_number, 5) as event_id,
  numbered.occurred_at as event_time,
  numbered.received_at,
  numbered.event_type,
  coalesce(numbered.event_name, numbered.event_type) as event_name,
  numbered.trust,
  $browser_prefix || '-' || left(visitor_number, 4) || '-' || substr(visitor_number, 5) as visitor_id,
  if(person_key > 0, $customer_prefix, $browser_prefix) || '-' || left(person_number, 4) || '-' || substr(person_number, 5)
    as customer_profile_id,
  numbered.is_page_view,
  numbered.is_excluded,
  array_to_string(numbered.flags, ',') as flags,
  if($clear, numbered.url, split_part(split_part(numbered.url, '?', 1), '#', 1)) as url,
  numbered.host,
  numbered.path,
  numbered.page_title,
  origin_parts.referrer_host,
  if(origins.is_direct, null, origins.channel) as channel,
  if(origins.is_direct, null, origins.source) as source,
  if(origins.is_direct, null, origins.medium) as medium,
  origins.campaign,
  origins.campaign_id,
  origins.adset_id,
  origins.ad_id,
  numbered.utm_term,
  numbered.utm_content,
  origin_parts.click_kinds,
  if($clear, numbered.click_ids, null) as click_ids,
  numbered.device,
  numbered.browser,
  numbered.os,
  numbered.country,
  numbered.city,
  numbered.engaged_seconds,
  numbered.value_amount,
  numbered.currency,
  if($clear, numbered.properties, null) as properties
from numbered
left join origins on origins.origin_id = numbered.origin_id
left join origin_parts on origin_parts.origin_id = numbered.origin_id
