-- One row per event of the person (and per touch that earned the asked conversion's credit from elsewhere) and per synthetic touch, with
-- its own origin and that of the visit it belongs to. Bots and internal traffic stay out. Money is a server's word alone: what a browser
-- says of it is null.
-- needs: journey, journey_rows, journey_strangers
-- makes: journey_steps
create temp table journey_steps as
with
-- TRICKY: by row number and seq. By seq alone every column of a row group is read whole, by row number alone every row group is looked into.
own_events as (
  select
    events.seq,
    events.occurred_at,
    events.visitor_key,
    events.has_page,
    events.origin_id,
    events.event_type,
    coalesce(events.event_name, events.event_type) as event_name,
    events.url,
    events.path,
    case
      when events.trust <> 'server' then null
      when events.refund_of_key is null then events.value_amount
      else -events.value_amount
    end as value_amount,
    if(events.trust = 'server', events.currency, null) as currency,
    events.browser,
    events.os,
    events.city,
    events.device,
    events.country
  from journey_rows
  join events on events.rowid = journey_rows.row_no and events.seq = journey_rows.seq
  where not events.is_excluded and not list_contains(getvariable('journey_strangers'), journey_rows.seq)
),

-- The person's touches lie side by side; few happened on browsers of others.
own_touches as (
  select touch_seq, origin_id
  from touches
  where person_key = getvariable('journey').person_key and not is_synthetic
  union all
  select touch_seq, origin_id
  from touches
  where touch_seq in (select seq from journey_rows where is_elsewhere) and not is_synthetic
),

in_sessions as (
  select
    own_events.*,
    own_touches.touch_seq,
    own_touches.origin_id as touch_origin_id,
    last_value(opened.session_seq ignore nulls) over (
      partition by own_events.visitor_key, own_events.has_page
      order by own_events.occurred_at, own_events.seq
      rows between unbounded preceding and current row
    ) as session_seq
  from own_events
  left join (select session_seq from sessions) as opened on opened.session_seq = own_events.seq
  left join own_touches on own_touches.touch_seq = own_events.seq
),

in_visits as (
  select
    *,
    last_value(touch_origin_id ignore nulls) over (
      partition by visitor_key, has_page, session_seq
      order by occurred_at, seq
      rows between unbounded preceding and current row
    ) as visit_origin_id
  from in_sessions
)

select
  seq, false as is_synthetic, occurred_at, touch_seq is not null as is_touch, visit_origin_id, origin_id as own_origin_id,
  event_type, event_name, url, path, value_amount, currency, browser, os, city, device, country
from in_visits
where occurred_at <= coalesce(getvariable('journey').until, occurred_at)
union all by name
select
  touch_seq as seq, true as is_synthetic, touched_at as occurred_at, true as is_touch, origin_id as visit_origin_id,
  'ad_click' as event_type, 'ad_click' as event_name, device, country
from touches
where
  is_synthetic
  and person_key = getvariable('journey').person_key
  and touched_at <= coalesce(getvariable('journey').until, touched_at)
