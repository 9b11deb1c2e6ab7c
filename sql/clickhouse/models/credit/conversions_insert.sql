-- One row per outcome and definition it matches, with the values of its path; unchanged conversions are kept.
-- needs: kept_conversions, matched, near_touches, weighed
insert into conversions
with paths as (
  select
    weighed.conversion_no as conversion_no,
    -- Direct ones too, as the journey shows them; of a longer path the newest 200 count.
    toNullable(least(countIf(weighed.in_window), 200)) as touch_count,
    minOrNullIf(weighed.touched_at, weighed.in_window) as first_touched_at,
    toNullable(countIf(weighed.is_candidate and not origins.is_direct) > 0) as is_attributed,
    maxOrNullIf(weighed.touch_seq, weighed.last_touch > 0) as last_touch_seq,
    maxOrNullIf(weighed.is_synthetic, weighed.last_touch > 0) as last_touch_is_synthetic,
    argMaxOrNullIf(toString(weighed.join_method), weighed.position, weighed.is_candidate) as join_method
  from weighed
  join origins on origins.origin_id = weighed.origin_id
  group by weighed.conversion_no
)
select
  matched.conversion_no,
  matched.outcome_seq,
  matched.definition_no,
  matched.conversion_key,
  matched.event_type,
  matched.revenue_type,
  matched.person_key,
  matched.visitor_key,
  matched.occurred_at,
  matched.converted_day,
  matched.is_counted,
  matched.gross_amount,
  matched.refunded_amount,
  matched.gross_amount - matched.refunded_amount,
  matched.amount_currency,
  coalesce(matched.country, near_touches.country),
  coalesce(matched.device, near_touches.device),
  paths.join_method,
  coalesce(paths.is_attributed, false),
  coalesce(paths.touch_count, 0),
  paths.first_touched_at,
  paths.last_touch_seq,
  paths.last_touch_is_synthetic
from matched
left join paths on paths.conversion_no = matched.conversion_no
left join near_touches on near_touches.touch_seq = paths.last_touch_seq and near_touches.is_synthetic = paths.last_touch_is_synthetic
where matched.conversion_no not in (select conversion_no from kept_conversions);
