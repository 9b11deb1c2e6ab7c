-- One row per conversion that counts and touch that earned credit under the linear or the last non-direct model, with its part of the money in millionths.
select
  credit.conversion_no, credit.touch_seq, conversions.conversion_key, conversions.converted_day, conversions.currency,
  credit.channel, credit.source, credit.medium, credit.campaign,
  credit.linear as linear_weight,
  credit.last_non_direct as last_non_direct_weight,
  conversions.net_micros::hugeint * credit.linear // 1000000 as linear_micros,
  conversions.net_micros::hugeint * credit.last_non_direct // 1000000 as last_non_direct_micros
from {{ source('tributary', 'credit') }} as credit
inner join {{ source('tributary', 'conversions') }} as conversions using (conversion_no)
where conversions.is_counted
