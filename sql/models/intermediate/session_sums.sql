-- One row per session of a browser that is not automated, with its first page view that is no return.
-- needs: sessionized
-- makes: session_sums
create temp table session_sums as
with summed as (
  select
    session_seq,
    any_value(visitor_key) as visitor_key,
    any_value(begins_with_view) as begins_with_view,
    min(occurred_at) as started_at,
    max(occurred_at) as ended_at,
    count(*) as events,
    count(*) filter (is_page_view) as page_views,
    coalesce(sum(engaged_ms), 0)::bigint as engaged_ms,
    -- By time, then by seq: one number of both, as comparing pairs takes ten times as long; and only where it is to be looked for.
    min(case when is_page_view and not is_return and not begins_with_view then epoch_us(occurred_at)::hugeint * 4611686018427387904 + seq end) as first_view
  from sessionized
  where visitor_key not in (select visitor_key from automated_visitors)
  group by session_seq
)
select
  * exclude (begins_with_view, first_view),
  if(begins_with_view, session_seq, (first_view & 4611686018427387903)::bigint) as entry_seq
from summed
