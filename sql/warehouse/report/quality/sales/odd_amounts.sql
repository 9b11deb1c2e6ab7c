-- One row per sale whose amount is far above all others of its currency, or belongs to a second group of amounts that is the first one a hundred (or,
-- where the currency has three decimals, a thousand) times over: amounts in the smallest unit, sent as whole ones.
-- needs: counted_sales
-- makes: odd_amounts
create temp table odd_amounts as
with
amounts as (
  select conversion_no, currency, gross_amount, gross_amount = floor(gross_amount) as is_whole
  from conversions
  where revenue_type = 'cash' and is_counted and gross_amount > 0 and converted_day between $date_to::date - 90 and $date_to::date
),

usual as (
  select
    currency,
    -- Outliers must not raise the limit that finds them.
    20 * least(quantile_cont(gross_amount, 0.99), 5 * quantile_cont(gross_amount, 0.9)) as most,
    quantile_cont(gross_amount, 0.5) as middle,
    if(list_contains($three_decimals::varchar[], currency), 1000, 100) as factor
  from amounts
  group by currency
  having count(*) >= 30
),

-- Most amounts are as they should be. A tenth of the way to the second group, in logarithms half of it, divides the two.
parted as (
  select amounts.*, usual.factor, gross_amount >= usual.middle * sqrt(usual.factor) as is_above
  from amounts
  join usual using (currency)
),

lower_group as (
  select
    currency,
    count(*) as sales,
    quantile_cont(ln(gross_amount), 0.5) as middle,
    greatest((quantile_cont(ln(gross_amount), 0.9) - quantile_cont(ln(gross_amount), 0.1)) / 2.563, 0.05) as deviation,
    avg((not is_whole)::integer) as with_decimals
  from parted
  where not is_above
  group by currency
),

-- Amounts that are plainly a usual price in its smallest unit: 1999, where 19.99 is one.
prices as (
  select distinct currency, gross_amount from parted where not is_above
),

upper_group as (
  select
    parted.currency,
    count(*) as sales,
    quantile_cont(ln(parted.gross_amount), 0.5) - any_value(ln(parted.factor)) as middle,
    avg(parted.is_whole::integer) as whole,
    avg((parted.gross_amount % parted.factor = 0)::integer) as round,
    count_if(parted.is_whole and parted.gross_amount % parted.factor <> 0 and prices.gross_amount is not null) as priced
  from parted
  left join prices on prices.currency = parted.currency and prices.gross_amount = parted.gross_amount / parted.factor
  where parted.is_above
  group by parted.currency
),

-- The second group has the shape of the first, no decimals, and more amounts than the first would have so far above its middle.
multiplied as (
  select upper_group.currency
  from upper_group
  join lower_group using (currency)
  join usual using (currency)
  where
    upper_group.sales >= 3
    and abs(upper_group.middle - lower_group.middle) <= 3 * lower_group.deviation / sqrt(upper_group.sales) + 0.5
    and if(lower_group.with_decimals >= 0.2, upper_group.whole >= 0.9, upper_group.round >= 0.9)
    and (
      upper_group.priced >= 0.7 * upper_group.sales
      or upper_group.sales > 3 * lower_group.sales * exp(-0.5 * (ln(sqrt(usual.factor)) / lower_group.deviation) ** 2) + 2
    )
)

select counted_sales.conversion_no, counted_sales.gross_amount > usual.most as is_far, coalesce(multiplied.currency is not null and parted.is_above and parted.is_whole, false) as is_multiplied
from counted_sales
join usual using (currency)
left join parted on parted.conversion_no = counted_sales.conversion_no
left join multiplied on multiplied.currency = counted_sales.currency
where counted_sales.gross_amount > usual.most or (multiplied.currency is not null and parted.is_above and parted.is_whole)
