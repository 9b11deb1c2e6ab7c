-- One row per counted conversion of the goal in the period and in the equally long one before it, with what may keep it from a touch.
-- needs: converted, day_rates
-- makes: quality_outcomes
create temp table quality_outcomes as
with
chosen as (
  select
    conversions.conversion_no,
    conversions.outcome_seq,
    conversions.person_key,
    conversions.converted_at,
    conversions.converted_day >= $date_from::date as is_current,
    coalesce(converted(conversions.net_amount, day_rates.rate), 0) as amount,
    conversions.join_method,
    conversions.is_attributed,
    conversions.last_touch_seq,
    conversions.last_touch_is_synthetic,
    conversions.event_type,
    outcomes.trust,
    outcomes.resolved_by,
    outcomes.visitor_key
  from conversions
  join outcomes using (outcome_seq)
  left join day_rates
    on day_rates.day = conversions.converted_day and day_rates.currency is not distinct from conversions.currency
  where
    conversions.conversion_key = $goal
    and conversions.is_counted
    and conversions.converted_day between $money_from::date and $date_to::date
),

-- The last visit with a source in the 90 days before.
last_visits as (
  select chosen.conversion_no, max(touches.touched_at) as touched_at
  from chosen
  join touches on touches.person_key = chosen.person_key
  join origins on origins.origin_id = touches.origin_id
  where
    not origins.is_direct
    and not touches.is_view
    and not touches.is_synthetic
    and touches.touched_at <= chosen.converted_at
    and touches.touched_at > chosen.converted_at - interval 90 day
    and touches.touched_at > $money_from::date - interval 92 day
  group by chosen.conversion_no
),

-- People with a browser, of those asked about.
visitors as (
  select distinct person_key from visitor_people where person_key in (select person_key from chosen)
)

select
  chosen.*,
  chosen.resolved_by = 'none' as is_nobody,
  chosen.resolved_by not in ('none', 'anonymous_id')
  and chosen.visitor_key is null
  and not (chosen.is_attributed and coalesce(chosen.join_method = 'synthetic', false))
  and chosen.person_key not in (select person_key from visitors) as is_without_visit,
  not chosen.is_attributed and last_visits.touched_at is not null as is_outside_window,
  chosen.is_attributed and coalesce(chosen.join_method = 'synthetic', false) as is_synthetic,
  date_diff('hour', last_visits.touched_at, chosen.converted_at) / 24.0 as visit_age_days
from chosen
left join last_visits using (conversion_no)
