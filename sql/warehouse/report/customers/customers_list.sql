-- One row per conversion of `page`, newest first, with its path and its customer's lifetime figures.
with
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
