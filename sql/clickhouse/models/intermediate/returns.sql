-- One row per page view by which a browser came back, within an hour, from where it had left to: by a link or a form that leads to that domain, or
-- from a page on which one pays or signs in.
-- needs: page_events
-- makes: returns (found)
create table return_steps engine = Memory as
with arrivals as (
  select page_events.seq as seq, page_events.visitor_key as visitor_key, origin_parts.referrer_host as referrer_host, origin_parts.referrer_domain as referrer_domain
  from page_events
  join origin_parts on origin_parts.origin_id = page_events.origin_id
  where page_events.is_page_view and page_events.origin_id in (select origin_id from origins where may_return)
)
select
  page_events.visitor_key as visitor_key, toUnixTimestamp64Micro(page_events.occurred_at) as at_us, page_events.seq as seq,
  page_events.is_page_view as is_page_view, page_events.path as path, page_events.left_domain as left_domain,
  arrivals.referrer_host as referrer_host, arrivals.referrer_domain as referrer_domain
from page_events
left join arrivals on arrivals.seq = page_events.seq
where page_events.visitor_key in (select visitor_key from arrivals);
create table returns engine = Memory as
with crossings as (
  select visitor_key, at_us, seq, assumeNotNull(left_domain) as domain, toNullable(at_us) as left_us from return_steps where left_domain is not null
  union all
  select visitor_key, at_us, seq, assumeNotNull(referrer_domain), null from return_steps where referrer_domain is not null
),
by_domain as (
  select
    seq, at_us, left_us,
    max(left_us) over (partition by visitor_key, domain order by at_us, seq rows between unbounded preceding and 1 preceding) as last_left_us
  from crossings
),
timed as (
  select
    *,
    lagInFrame(toNullable(at_us)) over (partition by visitor_key order by at_us, seq rows between unbounded preceding and current row) as previous_us
  from return_steps
),
views as (
  select
    visitor_key, at_us, seq, referrer_host, previous_us,
    lagInFrame(path) over (partition by visitor_key order by at_us, seq rows between unbounded preceding and current row) as previous_path,
    coalesce(referrer_host, '') <> coalesce(
      lagInFrame(referrer_host) over (partition by visitor_key order by at_us, seq rows between unbounded preceding and current row), ''
    ) as is_first
  from timed
  where is_page_view
),
-- A page that is loaded again has the referrer of before.
by_page as (
  select
    seq, at_us, referrer_host,
    last_value(
      multiIf(
        not is_first, null,
        hasAny(
          splitByChar('/', replaceRegexpOne(lower(coalesce(previous_path, '')), '[.][a-z]{2,5}$', '')), (select groupArray(label) from leaving_labels)
        ), previous_us,
        toInt64(0)
      )
    ) ignore nulls over (partition by visitor_key order by at_us, seq rows between unbounded preceding and current row) as left_us
  from views
)
select seq from by_domain where left_us is null and at_us - last_left_us <= 3600000000
union distinct
select seq from by_page where referrer_host is not null and at_us - left_us <= 3600000000;
