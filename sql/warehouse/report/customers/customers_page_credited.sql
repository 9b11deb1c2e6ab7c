-- One row per counted conversion of the goal in the range that a touch of the chosen origins earns credit of, and that went along the path, if
-- one is asked for; newest first, from the cursor on. Credit is in millionths, null where only a path is asked for.
-- needs: chosen_origins, shown_path, weighted_credit
-- makes: page (credited)
create temp table page as
with
matching_people as (
  select coalesce(component_map.person_key, matching.customer_no) as person_key
  from (select unnest($customer_nos::bigint[]) as customer_no) as matching
  left join component_map using (customer_no)
),

asked as (
  select coalesce($channel, $source, $medium, $campaign)::varchar is not null as is_filtered
),

in_range as (
  select *
  from conversions
  where
    conversion_key = $goal
    and is_counted
    and converted_day between $date_from::date and $date_to::date
    and ($customer_nos::bigint[] is null or person_key in (select person_key from matching_people))
),

credited as (
  select weighted_credit.conversion_no, sum(weighted_credit.weight)::bigint as credit
  from weighted_credit
  join in_range using (conversion_no)
  join chosen_origins using (origin_id)
  where weighted_credit.weight > 0 and (select is_filtered from asked)
  group by weighted_credit.conversion_no
),

journeys as (
  select credit.conversion_no, list(origins.channel order by credit.position) as channels
  from credit
  join in_range using (conversion_no)
  join origins using (origin_id)
  where credit.is_candidate and $path::varchar[] is not null
  group by credit.conversion_no
)

select
  conversion_no, person_key, converted_at, converted_day, net_amount, currency, revenue_type, country, device, touch_count,
  first_touched_at, last_touch_seq, last_touch_is_synthetic, credited.credit
from in_range
left join credited using (conversion_no)
left join journeys using (conversion_no)
where
  (not (select is_filtered from asked) or credited.credit is not null)
  and ($path::varchar[] is null or shown_path(journeys.channels, $transform) = $path::varchar[])
  and ($cursor_micros::bigint is null or (epoch_us(converted_at), conversion_no) < ($cursor_micros::bigint, $cursor_no::bigint))
order by converted_at desc, conversion_no desc
limit $limit::bigint
