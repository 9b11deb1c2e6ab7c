-- One row per counted conversion of the goal in the range, newest first, from the cursor on.
-- makes: page (all)
create temp table page as
with
matching_people as (
  select coalesce(component_map.person_key, matching.customer_no) as person_key
  from (select unnest($customer_nos::bigint[]) as customer_no) as matching
  left join component_map using (customer_no)
)

select
  conversion_no, person_key, converted_at, converted_day, net_amount, currency, revenue_type, country, device, touch_count,
  first_touched_at, last_touch_seq, last_touch_is_synthetic, null::bigint as credit, epoch_us(converted_at)::decimal(38, 6) as sort_key
from conversions
where
  conversion_key = $goal
  and is_counted
  and converted_day between $date_from::date and $date_to::date
  and ($cursor_micros::bigint is null or (epoch_us(converted_at), conversion_no) < ($cursor_micros::bigint, $cursor_no::bigint))
  and ($customer_nos::bigint[] is null or person_key in (select person_key from matching_people))
order by converted_at desc, conversion_no desc
limit $limit::bigint
