-- One row per event that is asked for, in the order of their places in the journal: the page.
create temp table feed_page as
with
person_browsers as (
  select visitor_key from visitor_people where person_key = $person_key::bigint
  union
  select -$person_key::bigint where $person_key::bigint < 0
),

-- An event belongs to its strongest known identifier, and only without one to its browser.
named as (
  select
    event_identifiers.seq,
    min_by(coalesce(component_map.person_key, identifier_map.customer_no), event_identifiers.priority) as person_key
  from event_identifiers
  join identifier_map using (identifier_key)
  left join component_map on component_map.customer_no = identifier_map.customer_no
  where $person_key::bigint is not null
  group by event_identifiers.seq
)

select events.seq
from events
left join origins using (origin_id)
left join named on named.seq = events.seq
where
  ($after_seq::bigint is null or if($newest, events.seq < $after_seq::bigint, events.seq > $after_seq::bigint))
  and ($from::timestamp is null or events.occurred_at >= $from::timestamp)
  and ($to::timestamp is null or events.occurred_at < $to::timestamp)
  and ($event_type::varchar is null or events.event_type = $event_type::varchar)
  and ($event_name::varchar is null or events.event_name = $event_name::varchar)
  and ($visitor_key::bigint is null or events.visitor_key = $visitor_key::bigint)
  and (
    $person_key::bigint is null
    or named.person_key = $person_key::bigint
    or (named.person_key is null and events.visitor_key in (select visitor_key from person_browsers))
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
