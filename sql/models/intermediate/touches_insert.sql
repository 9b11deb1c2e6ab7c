-- One row per arrival: a session's first page view, or a later one with evidence that differs from the touch before it.
insert into touches
with arrivals as (
  select
    sessionized.visitor_key, session_seq, occurred_at, seq, origin_id, click_hash, seq = session_sums.entry_seq as is_entry
  from sessionized
  join session_sums using (session_seq)
  where is_page_view and (seq = session_sums.entry_seq or origin_id in (select origin_id from origins where not is_direct))
),
compared as (
  select
    *,
    lag(origin_id) over session as previous_origin_id,
    lag(click_hash) over session as previous_click_hash
  from arrivals
  window session as (partition by session_seq order by occurred_at, seq)
)
select
  compared.seq,
  false,
  compared.session_seq,
  compared.visitor_key,
  coalesce(visitor_people.person_key, -compared.visitor_key),
  compared.occurred_at,
  compared.origin_id,
  compared.click_hash,
  page_places.path,
  page_places.device,
  page_places.country,
  false
from compared
join page_places on page_places.seq = compared.seq
left join visitor_people on visitor_people.visitor_key = compared.visitor_key
where compared.is_entry
  or compared.origin_id is distinct from compared.previous_origin_id
  or compared.click_hash is distinct from compared.previous_click_hash
-- Side by side, a person's touches are found without reading those of others.
order by coalesce(visitor_people.person_key, -compared.visitor_key), compared.occurred_at, compared.seq
