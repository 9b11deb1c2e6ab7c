-- One row per group of people (of 200, by a hash), channel and kind of browser: cash of the period's conversions credited to the last visit with a
-- source, and the part of it whose visit is before a silence of the browser longer than its id lives in Safari.
-- needs: money_unit, quality_outcomes
with
credited as (
  select
    quality_outcomes.conversion_no,
    quality_outcomes.person_key,
    quality_outcomes.converted_at,
    quality_outcomes.visitor_key as buying_visitor_key,
    quality_outcomes.resolved_by,
    quality_outcomes.amount,
    touches.touch_seq,
    touches.visitor_key,
    touches.touched_at,
    origins.channel,
    origins.is_direct,
    coalesce(sessions.os = 'iOS' or contains(sessions.browser, 'Safari'), false) as is_safari,
    credit.last_non_direct
  from quality_outcomes
  join credit on credit.conversion_no = quality_outcomes.conversion_no and credit.last_non_direct > 0
  join touches on touches.touch_seq = credit.touch_seq and touches.is_synthetic = credit.is_synthetic
  join origins on origins.origin_id = touches.origin_id
  join sessions on sessions.session_seq = touches.session_seq
  where quality_outcomes.is_current and quality_outcomes.amount > 0
),

visits as (
  select
    visitor_key,
    ended_at,
    lead(started_at) over (partition by visitor_key order by started_at) as next_at
  from sessions
  where
    visitor_key in (select visitor_key from credited where not is_direct)
    and session_day >= $date_from::date - 91
),

silences as (
  select credited.conversion_no, credited.touch_seq, max(least(coalesce(visits.next_at, credited.converted_at), credited.converted_at) - visits.ended_at) as silence
  from credited
  join visits on visits.visitor_key = credited.visitor_key
  where visits.ended_at >= credited.touched_at and visits.ended_at <= credited.converted_at
  group by all
),

measured as (
  select
    credited.*,
    -- Whole numbers, whose sum is the same in every order.
    money_unit(credited.amount * credited.last_non_direct) as units,
    coalesce(silences.silence > to_hours($lifetime_hours::integer), false) as is_before_silence,
    credited.visitor_key is distinct from credited.buying_visitor_key and credited.buying_visitor_key is not null as is_joined
  from credited
  left join silences using (conversion_no, touch_seq)
)

select
  (hash(person_key) % 200)::integer as people_group,
  channel,
  is_direct,
  is_safari,
  count(*)::integer as conversions,
  sum(units)::double / 1e4 as cash,
  sum(units * units)::double / 1e8 as squares,
  coalesce(sum(units) filter (where is_before_silence), 0)::double / 1e4 as before_silence,
  coalesce(sum(units) filter (where is_joined), 0)::double / 1e4 as joined_cash,
  count_if(is_joined)::integer as joined,
  count_if(resolved_by not in ('none', 'anonymous_id'))::integer as identified
from measured
group by all
order by people_group, channel, is_safari
