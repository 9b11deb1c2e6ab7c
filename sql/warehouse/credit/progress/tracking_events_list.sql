-- One row per event that is asked for, with what the door and the rules found out about it; the first of them where there is a limit.
-- Places between the two bounds alone are read. Ids are numbers, whose texts base/kit/ids.ts makes.
-- columns: trust 'server'|'browser', visitor_id?, customer_profile_id?, flags?, url?, host?, path?, page_title?, referrer_host?
-- columns: channel?, source?, medium?, campaign?, campaign_id?, adset_id?, ad_id?, utm_term?, utm_content?, click_kinds?, click_ids?
-- columns: device?, browser?, os?, country?, city?, engaged_seconds?, value_amount?, currency?, properties?
with
person_browsers as (
  select visitor_key from visitor_people where person_key = $person_key::bigint
  union
  select -$person_key::bigint where $person_key::bigint < 0
),

links as (
  select count(*) > 0 as by_token_alone from settings where name = 'identify_browsers_by' and value = 'link_token'
),

-- An event belongs to its strongest known identifier, and only without one to its browser; where link tokens alone identify browsers, what one
-- says of itself names nobody.
person_events as (
  select
    event_identifiers.seq,
    min_by(coalesce(component_map.person_key, identifier_map.customer_no), event_identifiers.priority) as person_key
  from event_identifiers
  join identifier_map using (identifier_key)
  left join component_map on component_map.customer_no = identifier_map.customer_no
  where $person_key::bigint is not null and event_identifiers.seq > $above_seq::bigint and event_identifiers.seq < $below_seq::bigint
  group by event_identifiers.seq
),

page as materialized (
  select events.seq, events.visitor_key, events.trust = 'server' or not links.by_token_alone as may_name
  from events
  cross join links
  left join origins using (origin_id)
  left join person_events on person_events.seq = events.seq
  where
    events.seq > $above_seq::bigint
    and events.seq < $below_seq::bigint
    and ($from::timestamp is null or events.occurred_at >= $from::timestamp)
    and ($to::timestamp is null or events.occurred_at < $to::timestamp)
    and ($event_type::varchar is null or events.event_type = $event_type::varchar)
    and ($event_name::varchar is null or events.event_name = $event_name::varchar)
    and ($visitor_key::bigint is null or events.visitor_key = $visitor_key::bigint)
    and (
      $person_key::bigint is null
      or (person_events.person_key = $person_key::bigint and may_name)
      or ((person_events.person_key is null or not may_name) and events.visitor_key in (select visitor_key from person_browsers))
    )
    and ($traffic = 'all' or events.is_excluded = ($traffic = 'excluded'))
    and ($channel::varchar is null or (origins.channel = $channel::varchar and not origins.is_direct))
    and ($source::varchar is null or (origins.source = $source::varchar and not origins.is_direct))
    and ($medium::varchar is null or (origins.medium = $medium::varchar and not origins.is_direct))
    and ($campaign::varchar is null or origins.campaign = $campaign::varchar)
    and ($device::varchar is null or events.device = $device::varchar)
    and ($country::varchar is null or events.country = $country::varchar)
  order by if($newest, -events.seq, events.seq)
  limit $limit::bigint
),

named as (
  select
    event_identifiers.seq,
    min_by(coalesce(component_map.person_key, identifier_map.customer_no), event_identifiers.priority) as person_key
  from event_identifiers
  join identifier_map using (identifier_key)
  left join component_map on component_map.customer_no = identifier_map.customer_no
  where
    event_identifiers.seq > $above_seq::bigint
    and event_identifiers.seq < $below_seq::bigint
    and event_identifiers.seq in (select seq from page where may_name)
  group by event_identifiers.seq
),

-- Narrow: what is joined is held, what passes by is not.
people as (
  select page.seq, coalesce(named.person_key, visitor_people.person_key, -page.visitor_key) as person_key
  from page
  left join named on named.seq = page.seq
  left join visitor_people on visitor_people.visitor_key = page.visitor_key
)

select
  events.seq as event_id,
  events.occurred_at as event_time,
  events.received_at,
  events.event_type,
  coalesce(events.event_name, events.event_type) as event_name,
  events.trust,
  events.visitor_key as visitor_id,
  people.person_key as customer_profile_id,
  events.is_page_view,
  events.is_excluded,
  array_to_string(events.flags, ',') as flags,
  if($clear, events.url, split_part(split_part(events.url, '?', 1), '#', 1)) as url,
  events.host,
  events.path,
  events.page_title,
  origin_parts.referrer_host,
  if(origins.is_direct, null, origins.channel) as channel,
  if(origins.is_direct, null, origins.source) as source,
  if(origins.is_direct, null, origins.medium) as medium,
  origins.campaign,
  origins.campaign_id,
  origins.adset_id,
  origins.ad_id,
  events.utm_term,
  events.utm_content,
  origin_parts.click_kinds,
  if($clear, events.click_ids, null) as click_ids,
  events.device,
  events.browser,
  events.os,
  events.country,
  events.city,
  events.engaged_ms / 1000 as engaged_seconds,
  events.value_amount,
  events.currency,
  if($clear, events.properties, null) as properties
from events
join people on people.seq = events.seq
left join origins on origins.origin_id = events.origin_id
left join origin_parts on origin_parts.origin_id = events.origin_id
where events.seq > $above_seq::bigint and events.seq < $below_seq::bigint
