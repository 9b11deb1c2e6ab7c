-- One row per counted conversion of the goal in the range, newest first, from the cursor on; with its path and its customer's lifetime figures.
with
matching_people as (
  select coalesce(component_map.person_key, matching.customer_no) as person_key
  from (select unnest($customer_nos::bigint[]) as customer_no) as matching
  left join component_map using (customer_no)
),

page as (
  select
    conversion_no, person_key, converted_at, converted_day, net_amount, currency, revenue_type, country, device, touch_count,
    first_touched_at, last_touch_seq, last_touch_is_synthetic
  from conversions
  where
    conversion_key = $goal
    and is_counted
    and converted_day between $date_from::date and $date_to::date
    and ($cursor_micros::bigint is null or (epoch_us(converted_at), conversion_no) < ($cursor_micros::bigint, $cursor_no::bigint))
    and ($customer_nos::bigint[] is null or person_key in (select person_key from matching_people))
  order by converted_at desc, conversion_no desc
  limit $limit::bigint
),

touches_of_page as (
  select
    credit.conversion_no,
    list(origins.channel order by credit.position) filter (where credit.is_candidate) as channels,
    any_value(origins.channel) filter (
      where credit.touch_seq = page.last_touch_seq and credit.is_synthetic = page.last_touch_is_synthetic
    ) as last_channel,
    any_value(origins.source) filter (
      where credit.touch_seq = page.last_touch_seq and credit.is_synthetic = page.last_touch_is_synthetic
    ) as last_source
  from credit
  join page using (conversion_no)
  join origins using (origin_id)
  where credit.conversion_no in (select conversion_no from page)
  group by credit.conversion_no
),

lifetime_conversions as (
  select person_key, count(distinct outcome_seq) as conversion_count
  from conversions
  where is_counted and person_key in (select person_key from page)
  group by person_key
),

lifetime_cash as (
  select
    cash_flows.person_key,
    sum(converted(cash_flows.amount, day_rates.rate)) as cash_revenue,
    list(distinct cash_flows.currency) filter (where day_rates.rate is null) as unpriced
  from cash_flows
  left join day_rates on day_rates.day = cash_flows.flow_day and day_rates.currency is not distinct from cash_flows.currency
  where cash_flows.person_key in (select person_key from page)
  group by cash_flows.person_key
)

select
  page.conversion_no,
  page.person_key,
  page.converted_at,
  page.country,
  page.device,
  page.revenue_type,
  page.touch_count,
  coalesce(converted(page.net_amount, day_rates.rate), 0) as revenue,
  epoch_us(page.converted_at) - epoch_us(page.first_touched_at) as micros_to_complete,
  touches_of_page.last_channel,
  touches_of_page.last_source,
  list_filter(
    coalesce(touches_of_page.channels, []),
    lambda channel, i: list_position(touches_of_page.channels, channel) = i
  ) as touch_channels,
  coalesce(lifetime_conversions.conversion_count, 0) as conversion_count,
  coalesce(lifetime_cash.cash_revenue, 0)::decimal(38, 6) as cash_revenue,
  list_distinct(list_concat(
    if(page.net_amount is not null and day_rates.rate is null, [page.currency], []),
    coalesce(lifetime_cash.unpriced, [])
  )) as unpriced_currencies
from page
left join day_rates on day_rates.day = page.converted_day and day_rates.currency is not distinct from page.currency
left join touches_of_page using (conversion_no)
left join lifetime_conversions using (person_key)
left join lifetime_cash using (person_key)
order by page.converted_at desc, page.conversion_no desc
