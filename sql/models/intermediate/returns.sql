-- One row per page view by which a browser came back, within an hour, from where it had left to: by a link or a form that leads to that domain, or
-- from a page on which one pays or signs in.
-- needs: page_events
-- makes: returns (found)
create or replace temp table returns as
with arrivals as (
  select page_events.seq, page_events.visitor_key, origin_parts.referrer_host, origin_parts.referrer_domain
  from page_events
  join origin_parts using (origin_id)
  where page_events.is_page_view and page_events.origin_id in (select origin_id from origins where may_return)
),
steps as (
  select
    page_events.visitor_key, page_events.occurred_at, page_events.seq, page_events.is_page_view, page_events.path, page_events.left_domain,
    arrivals.referrer_host, arrivals.referrer_domain
  from page_events
  left join arrivals using (seq)
  where page_events.visitor_key in (select visitor_key from arrivals)
),
-- Times at which a browser left to a domain, and those at which it came from there.
crossings as (
  select visitor_key, occurred_at, seq, left_domain as domain, occurred_at as left_at from steps where left_domain is not null
  union all
  select visitor_key, occurred_at, seq, referrer_domain, null from steps where referrer_domain is not null
),
by_domain as (
  select seq, occurred_at, left_at, max(left_at) over earlier as last_left_at
  from crossings
  window earlier as (partition by visitor_key, domain order by occurred_at, seq rows between unbounded preceding and 1 preceding)
),
timed as (
  select *, lag(occurred_at) over (partition by visitor_key order by occurred_at, seq) as previous_at from steps
),
views as (
  select
    visitor_key, occurred_at, seq, referrer_host, previous_at,
    lag(path) over browser as previous_path,
    referrer_host is distinct from lag(referrer_host) over browser as is_first
  from timed
  where is_page_view
  window browser as (partition by visitor_key order by occurred_at, seq)
),
-- A page that is loaded again has the referrer of before.
by_page as (
  select
    seq, occurred_at, referrer_host,
    last_value(
      case
        when not is_first then null
        when list_has_any(
          string_split(
            regexp_replace(translate(previous_path, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'), '[.][a-z]{2,5}$', ''), '/'
          ),
          (select list(label) from leaving_labels)
        ) then previous_at
        else '1970-01-01'::timestamp
      end ignore nulls
    ) over (partition by visitor_key order by occurred_at, seq rows between unbounded preceding and current row) as left_at
  from views
)
select seq from by_domain where left_at is null and occurred_at - last_left_at <= interval 60 minutes
union
select seq from by_page where referrer_host is not null and occurred_at - left_at <= interval 60 minutes
