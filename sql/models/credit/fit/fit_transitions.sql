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
channels as (
  select channel, row_number() over (order by channel) as channel_no from (select distinct channel from origins)
),
seen as (
  select touches.person_key, touches.touched_at, touches.touch_seq, touches.is_synthetic, channels.channel_no, origins.is_direct
  from touches
  join origins using (origin_id)
  join channels using (channel)
  where touches.touched_at >= (select begins_at from horizon) and not touches.is_view
),
walked as (
  select person_key, channel_no, row_number() over path as place, lead(channel_no) over path as next_no
  from seen
  where not is_direct or person_key not in (select person_key from seen where not is_direct)
  window path as (partition by person_key order by touched_at, touch_seq, is_synthetic)
),
person_steps as (
  select person_key, null as from_no, channel_no as to_no from walked where place = 1
  union all
  select person_key, channel_no, next_no from walked
),
converted as (
  select distinct conversion_key, person_key from conversions where is_counted
),
-- Who never converted walks the same way under each definition: all are counted once, and of each definition those who converted taken off.
unconverted as (
  select keys.conversion_key, all_steps.from_no, all_steps.to_no, all_steps.steps
  from (select from_no, to_no, count(*) as steps from person_steps group by all) as all_steps
  cross join keys
  union all
  select conversion_key, from_no, to_no, -count(*)
  from person_steps
  join converted using (person_key)
  where conversion_key in (select conversion_key from keys)
  group by all
),
null_steps as (
  select unconverted.conversion_key, starts.channel as from_channel, ends.channel as to_channel, sum(unconverted.steps)::bigint as steps
  from unconverted
  left join channels as starts on starts.channel_no = unconverted.from_no
  left join channels as ends on ends.channel_no = unconverted.to_no
  group by all
),
steps as (
  select conversion_key, '(start)' as from_state, channel as to_state, 1 as steps from steps_of where place = 1
  union all
  select conversion_key, channel, coalesce(next_channel, '(conversion)'), 1 from steps_of
  union all
  select conversion_key, coalesce(from_channel, '(start)'), coalesce(to_channel, '(null)'), steps from null_steps where steps > 0
)
select conversion_key, from_state, to_state, sum(steps)::bigint as steps
from steps
group by all
order by all
