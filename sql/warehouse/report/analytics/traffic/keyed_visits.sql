-- One row per visit and period of it, with its key in the dimension.
-- needs: chosen_origins, chosen_visits, first_visits, origin_referrers, tagged_events
-- makes: keyed_visits
create temp table keyed_visits as
with
-- The event of a visit's arrival, which has its term and content.
arrivals as (
  select session_seq, min_by(touch_seq, (touched_at, touch_seq)) as seq
  from touches
  where $dimension in ('term', 'content') and session_seq is not null
  group by session_seq
)

select
  chosen_visits.is_current,
  chosen_visits.person_key,
  chosen_visits.page_views,
  chosen_visits.is_bounce,
  chosen_visits.engaged_ms,
  case $dimension
    when 'channel' then chosen_origins.channel
    when 'source' then chosen_origins.source
    when 'medium' then chosen_origins.medium
    when 'campaign' then chosen_origins.campaign
    when 'term' then coalesce(tagged_events.tag, '(none)')
    when 'content' then coalesce(tagged_events.tag, '(none)')
    when 'referrer' then coalesce(origin_referrers.referrer_host, '(none)')
    when 'landing_page' then coalesce(chosen_visits.landing_path, '(none)')
    when 'country' then coalesce(chosen_visits.country, '(unknown)')
    when 'device' then coalesce(chosen_visits.device, '(unknown)')
    when 'browser' then coalesce(chosen_visits.browser, '(unknown)')
    when 'visitor_type' then if(chosen_visits.started_at = first_visits.started_at, 'new', 'returning')
  end as key
from chosen_visits
join chosen_origins using (origin_id)
left join arrivals on arrivals.session_seq = chosen_visits.session_seq
left join tagged_events on tagged_events.seq = coalesce(arrivals.seq, chosen_visits.session_seq)
left join origin_referrers on origin_referrers.origin_id = chosen_visits.origin_id
left join first_visits on first_visits.person_key = chosen_visits.person_key
