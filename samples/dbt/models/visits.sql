-- One row per session.
select session_seq, person_key, visitor_key, session_day, channel, source, medium, campaign, is_paid, is_bounce, page_views, engaged_seconds, device, country
from {{ source('tributary', 'sessions') }}
