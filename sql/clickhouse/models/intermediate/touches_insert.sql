-- One row per arrival: a session's first page view, or a later one with evidence that differs from the touch before it.
-- needs: page_places, session_sums, sessionized
-- Arrivals are placed once, as a table: a subquery that is used three times would be computed three times. The large side of a join is the left one.
create table placed engine = MergeTree order by session_seq as
with arrivals as (
  select sessionized.visitor_key as visitor_key, session_seq, occurred_at, seq, coalesce(seq = session_sums.entry_seq, false) as is_entry
  from sessionized
  join session_sums using (session_seq)
  where is_page_view and (is_sourced or seq = session_sums.entry_seq)
)
select
  arrivals.visitor_key as visitor_key, arrivals.session_seq as session_seq, arrivals.occurred_at as occurred_at, arrivals.seq as seq, arrivals.is_entry as is_entry,
  page_places.origin_id as origin_id, page_places.click_hash as click_hash, page_places.path as path, page_places.device as device, page_places.country as country
from page_places
join arrivals on arrivals.seq = page_places.seq;
insert into touches
with further as (
  select distinct session_seq from placed where not is_entry
),
compared as (
  select
    *,
    row_number() over session as place,
    lagInFrame(origin_id) over session as origin_before,
    lagInFrame(click_hash) over session as click_before
  from placed
  where session_seq in (select session_seq from further)
  window session as (partition by session_seq order by occurred_at, seq rows between unbounded preceding and current row)
),
chosen as (
  select * from placed where session_seq not in (select session_seq from further)
  union all
  select * except (place, origin_before, click_before) from compared
  where is_entry or place = 1 or origin_id <> origin_before or not (click_hash <=> click_before)
)
select
  chosen.seq,
  false,
  chosen.session_seq,
  chosen.visitor_key,
  coalesce(visitor_people.person_key, -chosen.visitor_key),
  chosen.occurred_at,
  chosen.origin_id,
  chosen.click_hash,
  chosen.path,
  chosen.device,
  chosen.country,
  false
from chosen
left join visitor_people on visitor_people.visitor_key = chosen.visitor_key;
