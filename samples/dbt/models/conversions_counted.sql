-- One row per conversion that counts, of each definition.
select
  conversion_no, conversion_key, revenue_type, person_key, converted_at, converted_day, currency,
  gross_micros, refunded_micros, net_micros, country, device, is_attributed, touch_count
from {{ source('tributary', 'conversions') }}
where is_counted
