-- One row per arrival: a session's first page view, or a later one with evidence that differs from the touch before it.
-- needs: page_places, session_sums, sessionized
insert into touches
with arrivals as (
  select sessionized.visitor_key, session_seq, occurred_at, seq, seq = session_sums.entry_seq as is_entry
  from sessionized
  join session_sums using (session_seq)
  where is_page_view and (is_sourced or seq = session_sums.entry_seq)
),
placed as (
  select arrivals.*, page_places.origin_id, page_places.click_hash, page_places.path, page_places.device, page_places.country
  from arrivals
  join page_places using (seq)
),
-- Most sessions have one arrival, and nothing to compare it with.
further as (
  select distinct session_seq from placed where not is_entry
),
compared as (
  select
    *,
    is_entry
      or origin_id is distinct from lag(origin_id) over session
      or click_hash is distinct from lag(click_hash) over session as is_touch
  from placed
  where session_seq in (select session_seq from further)
  window session as (partition by session_seq order by occurred_at, seq)
),
chosen as (
  select * from placed where session_seq not in (select session_seq from further)
  union all
  select * exclude (is_touch) from compared where is_touch
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
left join visitor_people on visitor_people.visitor_key = chosen.visitor_key
-- Side by side, a person's touches are found without reading those of others.
order by coalesce(visitor_people.person_key, -chosen.visitor_key), chosen.occurred_at, chosen.seq
