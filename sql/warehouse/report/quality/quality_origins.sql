-- One row per origin of the period's sessions: there are far fewer of them than sessions, so what follows from an origin is asked of them.
-- needs: quality_sessions
-- makes: quality_origins
create temp table quality_origins as
select origin_id, count(*) as visits, count_if(is_bounce) as bounces, min(session_day) as first_day
from quality_sessions
group by origin_id
