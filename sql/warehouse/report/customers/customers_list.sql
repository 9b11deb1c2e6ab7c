-- One row per conversion of `page`, in its order, with its path and its customer's lifetime figures; money in the profile's own currency,
-- `customers_priced_list` converts the rest.
-- needs: page
-- columns: country?, device 'desktop'|'mobile'|'tablet'?, revenue_type 'cash'|'pipeline'|'gross', micros_to_complete?, last_channel?
-- columns: last_source?, touch_channels?, credit?
-- unless empty: page
with
touches_of_page as (
  select
    credit.conversion_no,
    list(origins.channel order by credit.touched_at, credit.touch_seq, credit.is_synthetic) filter (where credit.in_window) as channels,
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
)

select
  page.conversion_no,
  page.person_key,
  page.converted_at,
  page.country,
  page.device,
  page.revenue_type,
  page.touch_count,
  page.credit,
  page.sort_key,
  coalesce(page.net_amount, 0) as revenue,
  epoch_us(page.converted_at) - epoch_us(page.first_touched_at) as micros_to_complete,
  touches_of_page.last_channel,
  touches_of_page.last_source,
  list_filter(
    coalesce(touches_of_page.channels, []),
    lambda channel, i: list_position(touches_of_page.channels, channel) = i
  ) as touch_channels,
  coalesce(person_sums.conversion_count, 0) as conversion_count,
  coalesce(person_sums.cash_revenue + person_sums.other_revenue, 0) as total_revenue
from page
left join touches_of_page using (conversion_no)
left join person_sums using (person_key)
order by page.sort_key desc, page.conversion_no desc
