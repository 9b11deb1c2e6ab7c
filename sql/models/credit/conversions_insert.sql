-- One row per outcome and definition it matches, with the values of its path; unchanged conversions are kept.
-- needs: kept_conversions, matched, near_touches, weighed
insert into conversions
with paths as (
  select
    weighed.conversion_no,
    -- Direct ones too, as the journey shows them; of a longer path the newest 200 count.
    least(count(*) filter (weighed.in_window), 200) as touch_count,
    min(weighed.touched_at) filter (weighed.in_window) as first_touched_at,
    coalesce(bool_or(not origins.is_direct) filter (weighed.is_candidate), false) as is_attributed,
    max(weighed.touch_seq) filter (weighed.last_touch > 0) as last_touch_seq,
    bool_or(weighed.is_synthetic) filter (weighed.last_touch > 0) as last_touch_is_synthetic,
    arg_max(weighed.join_method, weighed.position) filter (weighed.is_candidate) as join_method
  from weighed
  join origins using (origin_id)
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
left join paths using (conversion_no)
left join near_touches on near_touches.touch_seq = paths.last_touch_seq and near_touches.is_synthetic = paths.last_touch_is_synthetic
where matched.conversion_no not in (select conversion_no from kept_conversions)
order by matched.conversion_no
