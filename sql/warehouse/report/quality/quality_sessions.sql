-- One row per session of the period.
-- needs: quality_days
-- makes: quality_sessions
create temp table quality_sessions as
select sessions.session_seq, sessions.visitor_key, sessions.started_at, sessions.ended_at, sessions.session_day, sessions.origin_id, sessions.is_bounce
from sessions
where sessions.session_day between getvariable('quality_days').from and getvariable('quality_days').to
