-- One row per session of a browser that is not automated, with its first page view that is no return.
-- needs: sessionized
-- makes: session_sums
create table session_sums engine = MergeTree order by session_seq as
with summed as (
  select
    session_seq,
    any(visitor_key) as visitor_key,
    any(begins_with_view) as begins_with_view,
    min(occurred_at) as started_at,
    max(occurred_at) as ended_at,
    count() as events,
    countIf(is_page_view) as page_views,
    toInt64(coalesce(sumOrNull(engaged_ms), 0)) as engaged_ms,
    minOrNullIf(toInt128(toUnixTimestamp64Micro(occurred_at)) * 4611686018427387904 + seq, is_page_view and not is_return and not begins_with_view) as first_view
  from sessionized
  where visitor_key not in (select visitor_key from automated_visitors)
  group by session_seq
)
select
  summed.* except (begins_with_view, first_view),
  if(begins_with_view, session_seq, toInt64(bitAnd(first_view, toInt128(4611686018427387903)))) as entry_seq
from summed;
