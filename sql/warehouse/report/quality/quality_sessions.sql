-- One row per session of the period.
-- makes: quality_sessions
create temp table quality_sessions as
select sessions.session_seq, sessions.visitor_key, sessions.started_at, sessions.ended_at, sessions.session_day, sessions.origin_id, sessions.is_bounce
from sessions
where sessions.session_day between $date_from::date and $date_to::date
