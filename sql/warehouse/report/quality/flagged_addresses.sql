-- One row per anomaly that only the address of a session's first page shows, per session with parameters on a link of its own site, and per parameter
-- (or path) of a session's pages from which something personal was removed: what is missing or personal is in no origin.
-- needs: quality_sessions
-- fills: flagged_visits
insert into flagged_visits
with
addresses as (
  select events.seq as session_seq, events.url
  from events
  where
    events.occurred_at >= $date_from::date - interval 2 day
    and events.seq in (select session_seq from quality_sessions)
    and contains(events.url, 'utm_')
    and regexp_matches(
      events.url,
      '(?i)[?&]utm_[a-z]+=([^&#]*(\{|%7b|__[a-z]|%5b|\[|%%|%25%25|(\*|%2a)(\||%7c)|<|%3c|%23|redacted)|(null|undefined|none|test|nan|\(not(%20|\+| )set\)|%28not(%20|\+)set%29)?(&|#|$))'
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
      when regexp_matches(value, '(?i)\{\{[^{}]*\}\}|\{[^{}]*\}|__[a-z0-9_]+__|%%[^%\s]+%%|\*\|[^|]*\|\*|^<<?[^<>]*>>?$|^\[[^\]]*[._][^\]]*\]$|^\[[A-Z][A-Z0-9_.]*\]$') then 'macro_unexpanded'
      when contains(value, 'redacted') then 'personal_data'
      when regexp_matches(value, '(?i)^#(n/a|n/d|nv|[¡¿]?(ref|value|name|null|num|div/0|bezug|wert|zahl|valeur|nom|nombre|valor)[!?])$') then 'placeholder'
      when lower(value) in ('', 'null', 'undefined', '(not set)', 'test', 'none', 'nan') then 'placeholder'
    end as kind
  from named
),

-- Of any page of a visit: addresses are often in what a form or a mail tool adds, and on later pages.
cleaned_pages as materialized (
  select visitor_key, occurred_at, url
  from events
  where
    is_page_view
    and not is_excluded
    and occurred_at >= $date_from::date - interval 1 day
    and contains(url, 'redacted')
),

cleaned_names as (
  select
    visitor_key,
    occurred_at,
    unnest(
      list_concat(
        regexp_extract_all(url, '[?&;]([^=&#;]{1,100})=[^&#;]*redacted', 1),
        if(regexp_matches(url, '^[^?#]*redacted'), ['(path)'], [])
      )
    ) as parameter
  from cleaned_pages
),

cleaned as (
  select distinct quality_sessions.session_seq, lower(url_decode(cleaned_names.parameter)) as parameter
  from cleaned_names
  join quality_sessions
    on quality_sessions.visitor_key = cleaned_names.visitor_key
    and cleaned_names.occurred_at >= quality_sessions.started_at
    and cleaned_names.occurred_at <= quality_sessions.ended_at
  where not regexp_matches(cleaned_names.parameter, '(?i)^utm_(source|medium|campaign|term|content)$')
),

-- Materialized, so that these few pages are joined to visits, and not all pages.
tagged_pages as materialized (
  select events.visitor_key, events.occurred_at, events.origin_id, events.path, origin_parts.utm_source
  from events
  join origin_parts on origin_parts.origin_id = events.origin_id
  where
    events.is_page_view
    and not events.is_excluded
    and events.occurred_at >= $date_from::date - interval 1 day
    and origin_parts.utm_source is not null
    and origin_parts.referrer_domain is null
    and origin_parts.click_kinds is null
    and origin_parts.ad_id is null
),

-- A page inside a visit whose parameters differ from those of the arrival, and that neither an ad nor another site led to.
inner_links as (
  select distinct quality_sessions.session_seq, tagged_pages.utm_source as value, tagged_pages.path as example
  from tagged_pages
  join quality_sessions
    on quality_sessions.visitor_key = tagged_pages.visitor_key
    and tagged_pages.occurred_at > quality_sessions.started_at
    and tagged_pages.occurred_at <= quality_sessions.ended_at
    and tagged_pages.origin_id <> quality_sessions.origin_id
)

select kind, parameter, if(value = '', '(empty)', value), session_seq, parameter || '=' || value from kinds where kind is not null
union all
select 'internal_utm', 'utm_source', value, session_seq, example from inner_links
union all
select 'personal_data', parameter, 'redacted', session_seq, null from cleaned
