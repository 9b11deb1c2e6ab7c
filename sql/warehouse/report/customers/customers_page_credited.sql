-- One row per counted conversion of the goal in the range that a touch of the chosen origins earns credit of, and that went along the path, if
-- one is asked for; sorted, from the cursor on. Credit is in millionths, null where only a path or an order is asked for. `sort_key` is what the rows are
-- sorted by, negative where the least is first; a row without such a value is last either way. Money is compared in the profile's currency, by the
-- latest rate of seven days.
-- needs: chosen_origins, converted, shown_path, weighted_credit
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
),

profile_currency as (
  select max(value) as currency from settings where name = 'currency'
),

own_rates as (
  select day, currency, rate from rates where in_currency = (select currency from profile_currency)
),

priced as (
  select
    in_range.*,
    case
      when coalesce(in_range.net_amount, 0) = 0 then 0
      when in_range.currency = profile_currency.currency then in_range.net_amount
      when in_range.converted_day - own_rates.day <= 7 then converted(in_range.net_amount, own_rates.rate)
    end::decimal(38, 6) as revenue
  from in_range
  asof left join own_rates on in_range.currency = own_rates.currency and in_range.converted_day >= own_rates.day
  cross join profile_currency
),

keyed as (
  select
    priced.*,
    coalesce(
      if($is_ascending::boolean, -1, 1) * case $sort::varchar
        when 'revenue' then priced.revenue
        when 'touch_count' then priced.touch_count
        when 'time_to_complete' then epoch_us(priced.converted_at) - epoch_us(priced.first_touched_at)
        when 'conversion_count' then coalesce(person_sums.conversion_count, 0)
        else epoch_us(priced.converted_at)
      end::decimal(38, 6),
      -1e30
    )::decimal(38, 6) as sort_key
  from priced
  left join person_sums using (person_key)
)

select
  conversion_no, person_key, converted_at, converted_day, net_amount, currency, revenue_type, country, device, touch_count,
  first_touched_at, last_touch_seq, last_touch_is_synthetic, credited.credit, sort_key
from keyed
left join credited using (conversion_no)
left join journeys using (conversion_no)
where
  (not (select is_filtered from asked) or credited.credit is not null)
  and ($path::varchar[] is null or shown_path(journeys.channels, $transform) = $path::varchar[])
  and (
    $cursor_no::bigint is null
    or (sort_key, conversion_no) < (coalesce($cursor_value::decimal(38, 6), $cursor_micros::bigint::decimal(38, 6)), $cursor_no::bigint)
  )
order by sort_key desc, conversion_no desc
limit $limit::bigint
