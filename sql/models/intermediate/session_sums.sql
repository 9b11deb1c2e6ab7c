-- One row per session of a browser that is not automated, with its first page view.
create temp table session_sums as
select
  session_seq,
  any_value(visitor_key) as visitor_key,
  min(occurred_at) as started_at,
  max(occurred_at) as ended_at,
  count(*) as events,
  count(*) filter (is_page_view) as page_views,
  coalesce(sum(engaged_seconds::decimal(18, 3)), 0) as engaged_seconds,
  -- By time, then by seq: one number of both, as comparing pairs takes ten times as long.
  (min(epoch_us(occurred_at)::hugeint * 4611686018427387904 + seq) filter (is_page_view) & 4611686018427387903)::bigint as entry_seq
from sessionized
where visitor_key not in (select visitor_key from automated_visitors)
group by session_seq
