-- One row per credited touch and period of it, with its key in the dimension.
-- needs: chosen_origins, credited_touches, first_visits, origin_referrers, tagged_events
-- makes: keyed_credit
create temp table keyed_credit as
select
  credited_touches.is_current,
  credited_touches.weight,
  case $dimension
    when 'channel' then chosen_origins.channel
    when 'source' then chosen_origins.source
    when 'medium' then chosen_origins.medium
    when 'campaign' then chosen_origins.campaign
    when 'term' then coalesce(tagged_events.tag, '(none)')
    when 'content' then coalesce(tagged_events.tag, '(none)')
    when 'referrer' then coalesce(origin_referrers.referrer_host, '(none)')
    when 'landing_page' then coalesce(credited_touches.landing_path, '(none)')
    when 'country' then coalesce(credited_touches.country, '(unknown)')
    when 'device' then coalesce(credited_touches.device, '(unknown)')
    when 'browser' then coalesce(sessions.browser, '(unknown)')
    when 'visitor_type' then case
      when sessions.session_seq is null then '(unknown)'
      when sessions.started_at = first_visits.started_at then 'new'
      else 'returning'
    end
  end as key
from credited_touches
join chosen_origins using (origin_id)
left join sessions on sessions.session_seq = credited_touches.session_seq
left join tagged_events on tagged_events.seq = credited_touches.touch_seq
left join origin_referrers on origin_referrers.origin_id = credited_touches.origin_id
left join first_visits on first_visits.person_key = sessions.person_key
