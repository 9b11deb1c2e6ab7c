-- One row per finding about attribution and line of evidence (`label`; null for all cases together).
-- needs: quality_outcomes
-- columns: finding 'coverage'|'nobody_known'|'person_without_visit'|'outside_window'|'synthetic_share'|'identity_backlog', label?
with
backlog as (
  select coalesce(component_map.person_key, waiting.customer_no) as person_key
  from (select unnest($waiting::bigint[]) as customer_no) as waiting
  left join component_map using (customer_no)
),

asked as (
  select
    *,
    -- What one more day of window would change is seen at these ages.
    case
      when visit_age_days is null then 'no visit with a source in 90 days'
      when visit_age_days <= 7 then 'last visit with a source 0 to 7 days before'
      when visit_age_days <= 30 then '8 to 30 days before'
      when visit_age_days <= 60 then '31 to 60 days before'
      else '61 to 90 days before'
    end as age_label,
    person_key in (select person_key from backlog) as is_waiting,
    event_type || if(trust = 'server', ', sent by a server', ', sent by a browser') as sender
  from quality_outcomes
),

platforms as (
  select
    asked.conversion_no,
    coalesce(origins.platform, origins.source) as platform
  from asked
  join touches on touches.touch_seq = asked.last_touch_seq and touches.is_synthetic = asked.last_touch_is_synthetic
  join origins on origins.origin_id = touches.origin_id
  where asked.is_synthetic
),

cases as (
  select 'coverage' as finding, coalesce(join_method, 'no touch') as label, is_attributed as is_hit, is_current, amount from asked
  union all
  select 'nobody_known', sender, is_nobody, is_current, amount from asked
  union all
  select 'person_without_visit', 'found by ' || resolved_by, is_without_visit, is_current, amount from asked
  union all
  select 'outside_window', age_label, is_outside_window, is_current, amount from asked
  union all
  select 'synthetic_share', coalesce(platforms.platform, 'visit seen'), asked.is_synthetic, asked.is_current, asked.amount
  from asked
  left join platforms using (conversion_no)
  where asked.is_attributed
  union all
  select 'identity_backlog', if(is_waiting, 'in open proposals', 'others'), is_waiting, is_current, amount from asked
)

select
  finding,
  label,
  count_if(is_current and is_hit)::integer as hits,
  count_if(is_current)::integer as cases,
  coalesce(sum(amount) filter (where is_current and is_hit), 0)::decimal(38, 6) as cash,
  coalesce(sum(amount) filter (where is_current), 0)::decimal(38, 6) as cases_cash,
  count_if(not is_current and is_hit)::integer as before_hits,
  count_if(not is_current)::integer as before_cases
from cases
group by grouping sets ((finding), (finding, label))
order by finding, label is not null, hits desc, label
