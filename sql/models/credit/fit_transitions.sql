-- One row per definition and step between two channels (or start, conversion, null), over the 365 days before the newest event.
with horizon as (
  select max(occurred_at) - interval 365 days as begins_at from events
),
steps_of as (
  select
    conversions.conversion_key,
    credit.conversion_no,
    origins.channel,
    row_number() over path as place,
    lead(origins.channel) over path as next_channel
  from conversions
  join credit using (conversion_no)
  join origins using (origin_id)
  where credit.is_candidate and conversions.converted_at >= (select begins_at from horizon)
  window path as (partition by credit.conversion_no order by credit.position)
),
keys as (
  select distinct conversion_key from steps_of
),
unconverted as (
  select
    keys.conversion_key,
    touches.person_key,
    touches.touched_at,
    touches.touch_seq,
    touches.is_synthetic,
    origins.channel,
    origins.is_direct,
    bool_or(not origins.is_direct) over (partition by keys.conversion_key, touches.person_key) as has_sourced
  from keys
  cross join touches
  join origins using (origin_id)
  where touches.touched_at >= (select begins_at from horizon)
    and not touches.is_view
    and not exists (
      select 1 from conversions
      where conversions.person_key = touches.person_key and conversions.conversion_key = keys.conversion_key and conversions.is_counted
    )
),
null_steps as (
  select
    conversion_key,
    channel,
    row_number() over path as place,
    lead(channel) over path as next_channel
  from unconverted
  where not is_direct or not has_sourced
  window path as (partition by conversion_key, person_key order by touched_at, touch_seq, is_synthetic)
),
steps as (
  select conversion_key, '(start)' as from_state, channel as to_state from steps_of where place = 1
  union all
  select conversion_key, channel, coalesce(next_channel, '(conversion)') from steps_of
  union all
  select conversion_key, '(start)', channel from null_steps where place = 1
  union all
  select conversion_key, channel, coalesce(next_channel, '(null)') from null_steps
)
select conversion_key, from_state, to_state, count(*) as steps
from steps
group by all
order by all
