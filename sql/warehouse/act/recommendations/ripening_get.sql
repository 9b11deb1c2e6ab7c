-- One row: after how many days four fifths of the credited sales have followed their visit, of the sales since a day; null without any.
-- columns: days?
select quantile_cont(date_diff('hour', credit.touched_at, conversions.converted_at) / 24.0, 0.8)::double as days
from credit
join conversions using (conversion_no)
join origins using (origin_id)
where
  conversions.conversion_key = $goal
  and conversions.is_counted
  and conversions.converted_day >= $since::date
  and credit.linear > 0
  and origins.is_paid
