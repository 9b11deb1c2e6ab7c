-- One row per page view of a browser that is not automated, numbered within its session.
create temp table views as
select
  visitor_key, session_seq, occurred_at, seq, origin_id, click_hash,
  row_number() over (partition by session_seq order by occurred_at, seq) as view_no
from sessionized
where is_page_view and visitor_key not in (select visitor_key from automated_visitors)
