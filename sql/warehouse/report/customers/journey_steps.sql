-- One row per event of the person (and per touch that earned the asked conversion's credit from elsewhere) and per synthetic touch,
-- with the origin of the visit it belongs to. Bots and internal traffic stay out.
create temp table journey_steps as
with
person_customers as (
  select customer_no from component_map where person_key in (select person_key from journey_person)
  union
  select person_key from journey_person where person_key > 0
),

person_identifiers as (
  select identifier_key from identifier_map where customer_no in (select customer_no from person_customers)
),

person_browsers as (
  select visitor_key from visitor_people where person_key in (select person_key from journey_person)
  union
  select -person_key from journey_person where person_key < 0 and person_key > -4611686018427387904
),

credited as (
  select touch_seq
  from credit
  where conversion_no in (select conversion_no from journey_person) and not is_synthetic
),

candidates as (
  select seq from events where visitor_key in (select visitor_key from person_browsers)
  union
  select seq from event_identifiers where identifier_key in (select identifier_key from person_identifiers)
  union
  select payment_seq from payment_payers where customer_no in (select customer_no from person_customers)
  union
  select -4611686018427387904 - person_key from journey_person where person_key <= -4611686018427387904
  union
  select touch_seq from credited
),

-- An event belongs to whom the merchant named, else to its strongest known identifier, and only without one to its browser.
told as (
  select event_identifiers.seq, event_identifiers.priority, identifier_map.customer_no
  from event_identifiers
  join identifier_map using (identifier_key)
  where event_identifiers.seq in (select seq from candidates)
  union all
  select payment_seq, 0, customer_no from payment_payers where payment_seq in (select seq from candidates)
),

named as (
  select told.seq, min_by(coalesce(component_map.person_key, told.customer_no), told.priority) as person_key
  from told
  left join component_map using (customer_no)
  group by told.seq
),

own_events as (
  select events.seq, events.occurred_at, events.visitor_key, events.has_page, events.origin_id
  from events
  left join named using (seq)
  where
    events.seq in (select seq from candidates)
    and not events.is_excluded
    and events.seq not in (select seq from withdrawn_facts)
    and (
      coalesce(named.person_key, (select person_key from journey_person)) = (select person_key from journey_person)
      or events.seq in (select touch_seq from credited)
    )
),

in_sessions as (
  select
    own_events.*,
    last_value(sessions.session_seq ignore nulls) over (
      partition by own_events.visitor_key, own_events.has_page
      order by own_events.occurred_at, own_events.seq
      rows between unbounded preceding and current row
    ) as session_seq
  from own_events
  left join sessions on sessions.session_seq = own_events.seq
),

own_touches as (
  select touch_seq, origin_id
  from touches
  where not is_synthetic and touch_seq in (select seq from own_events)
),

in_visits as (
  select
    in_sessions.*,
    own_touches.touch_seq,
    last_value(own_touches.origin_id ignore nulls) over (
      partition by in_sessions.visitor_key, in_sessions.has_page, in_sessions.session_seq
      order by in_sessions.occurred_at, in_sessions.seq
      rows between unbounded preceding and current row
    ) as visit_origin_id
  from in_sessions
  left join own_touches on own_touches.touch_seq = in_sessions.seq
)

select
  in_visits.seq,
  false as is_synthetic,
  in_visits.occurred_at,
  in_visits.touch_seq is not null as is_touch,
  coalesce(in_visits.visit_origin_id, if(origins.is_direct, null, origins.origin_id)) as origin_id
from in_visits
left join origins using (origin_id)
where in_visits.occurred_at <= coalesce((select until from journey_person), in_visits.occurred_at)
union all
select touches.touch_seq, true, touches.touched_at, true, touches.origin_id
from touches
where
  touches.is_synthetic
  and touches.person_key in (select person_key from journey_person)
  and touches.touched_at <= coalesce((select until from journey_person), touches.touched_at)
