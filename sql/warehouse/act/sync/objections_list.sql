-- One row per person of these (or customer, of whom the person speaks) who refused the use of their data for ads since a moment, or its use for
-- personalised ads, with when they did last; `after_seq`: by facts after that one only.
-- columns: person_key, data_refused_ms?, personalization_refused_ms?
with
asked as (
  select keys.asked_key, coalesce(component_map.person_key, keys.asked_key) as person_key
  from (select unnest($person_keys::bigint[]) as asked_key) as keys
  left join component_map on component_map.customer_no = keys.asked_key
),

refused as (
  select
    seq,
    visitor_key,
    trust,
    occurred_at,
    coalesce(list_contains(flags, 'gpc'), false)
    or coalesce(list_contains($noes::varchar[], lower(trim(json_extract_string(properties, '$.ad_user_data')))), false) as is_data,
    coalesce(list_contains(flags, 'gpc'), false)
    or coalesce(list_contains($noes::varchar[], lower(trim(json_extract_string(properties, '$.ad_personalization')))), false) as is_personalization
  from events
  where seq > $after_seq and occurred_at >= $since::timestamp and (list_contains(flags, 'gpc') or contains(properties, '"ad_'))
),

-- Who a server names, who an outcome belongs to, and whose browser it was.
people as (
  select refused.seq, coalesce(component_map.person_key, identifier_map.customer_no) as person_key
  from refused
  join event_identifiers using (seq)
  join identifier_map using (identifier_key)
  left join component_map using (customer_no)
  where refused.trust = 'server'
  union
  select refused.seq, outcomes.person_key
  from refused
  join outcomes on outcomes.outcome_seq = refused.seq
  union
  select refused.seq, coalesce(visitor_people.person_key, -refused.visitor_key) as person_key
  from refused
  left join visitor_people using (visitor_key)
  where refused.visitor_key is not null
)

select
  asked.asked_key as person_key,
  epoch_ms(max(refused.occurred_at) filter (where refused.is_data)) as data_refused_ms,
  epoch_ms(max(refused.occurred_at) filter (where refused.is_personalization)) as personalization_refused_ms
from asked
join people using (person_key)
join refused using (seq)
where refused.is_data or refused.is_personalization
group by asked.asked_key
