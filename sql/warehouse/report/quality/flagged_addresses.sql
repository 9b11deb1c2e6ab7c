-- One row per anomaly that only the address of a session's first page shows, and per session with parameters on a link of its own site: what is
-- missing or personal is in no origin.
-- needs: quality_sessions
-- fills: flagged_visits
insert into flagged_visits
with
addresses as (
  select events.seq as session_seq, events.url
  from events
  where
    events.seq in (select session_seq from quality_sessions)
    and contains(events.url, 'utm_')
    and regexp_matches(
      events.url,
      '(?i)[?&]utm_[a-z]+=([^&#]*(\{|%7b|__[a-z]|%5b|\[|redacted)|(null|undefined|none|test|nan|\(not(%20|\+| )set\)|%28not(%20|\+)set%29)?(&|#|$))'
    )
),

pairs as (
  select session_seq, unnest(regexp_extract_all(url, '(?i)[?&](utm_(?:source|medium|campaign|term|content)=[^&#]*)', 1)) as pair
  from addresses
),

named as (
  select
    session_seq,
    lower(split_part(pair, '=', 1)) as parameter,
    trim(replace(url_decode(substr(pair, instr(pair, '=') + 1)), '+', ' ')) as value
  from pairs
),

kinds as (
  select
    session_seq,
    parameter,
    value,
    case
      when regexp_matches(value, '(?i)\{\{[^{}]*\}\}|\{[^{}]*\}|__[a-z0-9_]+__|^\[[^\]]*[._][^\]]*\]$|^\[[A-Z][A-Z0-9_.]*\]$') then 'macro_unexpanded'
      when contains(value, 'redacted') then 'personal_data'
      when lower(value) in ('', 'null', 'undefined', '(not set)', 'test', 'none', 'nan') then 'placeholder'
    end as kind
  from named
),

-- A page inside a visit whose parameters differ from those of the arrival, and that neither an ad nor another site led to.
inner_links as (
  select distinct quality_sessions.session_seq, origin_parts.utm_source as value, events.path as example
  from events
  join origin_parts on origin_parts.origin_id = events.origin_id
  join quality_sessions
    on quality_sessions.visitor_key = events.visitor_key
    and events.occurred_at > quality_sessions.started_at
    and events.occurred_at <= quality_sessions.ended_at
    and events.origin_id <> quality_sessions.origin_id
  where
    events.is_page_view
    and not events.is_excluded
    and events.occurred_at >= $date_from::timestamp - interval 1 day
    and origin_parts.utm_source is not null
    and origin_parts.referrer_domain is null
    and origin_parts.click_kinds is null
    and origin_parts.ad_id is null
)

select kind, parameter, if(value = '', '(empty)', value), session_seq, parameter || '=' || value from kinds where kind is not null
union all
select 'internal_utm', 'utm_source', value, session_seq, example from inner_links
