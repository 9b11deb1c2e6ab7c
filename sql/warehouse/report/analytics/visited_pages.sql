-- One row per event on a page in a chosen visit, or in one that a counted conversion credits. Moments are in the order of time, then of seq.
-- needs: chosen_visits, credited_touches
-- makes: visited_pages
create temp table visited_pages as
with
spans as materialized (
  select session_seq, visitor_key, started_at, ended_at from chosen_visits
  union
  select sessions.session_seq, sessions.visitor_key, sessions.started_at, sessions.ended_at
  from sessions
  semi join credited_touches using (session_seq)
),

page_events as (
  select seq, visitor_key, occurred_at, is_page_view, engaged_ms, path
  from events
  where
    has_page
    and not is_excluded
    and visitor_key is not null
    and occurred_at between (select min(started_at) from spans) and (select max(ended_at) from spans)
    and seq not in (select seq from withdrawn_facts)
)

select
  spans.session_seq,
  epoch_us(page_events.occurred_at)::hugeint * 4611686018427387904 + page_events.seq as moment,
  page_events.is_page_view,
  coalesce(page_events.engaged_ms, 0) as engaged_ms,
  coalesce(page_events.path, '(none)') as path
from page_events
-- A browser has few visits: comparing its events with each of them takes a hundredth of the time of an asof join.
join spans
  on spans.visitor_key = page_events.visitor_key and page_events.occurred_at between spans.started_at and spans.ended_at
