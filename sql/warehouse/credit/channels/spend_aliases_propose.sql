-- One row per utm_source (per utm_medium, where only some look like ads) of the last 90 days that seems to be spend of a platform and is
-- joined to none: by a word that names one that has spent, or by its campaigns' names. What names two is left alone.
-- needs: spend_aliases
-- columns: utm_medium?, reason 'name'|'campaigns'
with
spent as (
  select spend_rows.platform, coalesce(any_value(platform_seeds.family), spend_rows.platform) as family, count(*) as reports
  from spend_rows
  left join platform_seeds using (platform)
  group by spend_rows.platform
),

spent_families as (
  select family, arg_min(platform, (-reports, platform)) as platform from spent group by family
),

family_words as (
  select platform as word, family from platform_seeds
  union
  select source, family from platform_seeds
  union
  select family, family from platform_seeds
  union
  select source_seeds.domain, platform_seeds.family
  from source_seeds
  join platform_seeds on platform_seeds.source = source_seeds.source
  union
  select platform, family from spent
),

campaign_names as (
  select campaign_key as name, min(platform) as platform
  from spend_rows
  where campaign_name is not null
  group by 1
  having count(distinct platform) = 1
),

visits as (
  select origin_id, count(*) as sessions
  from sessions
  where session_day > (select max(session_day) from sessions) - 90
  group by origin_id
),

tagged as (
  select
    origin_parts.source_key as utm_source,
    origin_parts.medium_key as utm_medium,
    trim(origin_parts.utm_campaign) as utm_campaign,
    origin_parts.campaign_key,
    visits.sessions
  from visits
  join origins using (origin_id)
  join origin_parts using (origin_id)
  where origins.spend_match is null and not origins.is_direct and trim(origin_parts.utm_source) <> ''
),

unjoined as (
  select
    tagged.*,
    campaign_names.platform as campaign_platform,
    list_filter(regexp_split_to_array(tagged.utm_source, '[^a-z0-9]+'), lambda word: word <> '') as words,
    coalesce(regexp_full_match(tagged.utm_medium, '(?-s:.*cp.*|ppc|retargeting|paid.*)'), false) as has_paid_medium
  from tagged
  left join campaign_names on campaign_names.name = tagged.campaign_key
  where
    not exists (
      select 1
      from spend_aliases
      where
        spend_aliases.utm_source = tagged.utm_source
        and (spend_aliases.utm_medium is null or spend_aliases.utm_medium = tagged.utm_medium)
    )
),

sources as (
  select distinct
    utm_source,
    list_distinct(list_concat(words, [utm_source, regexp_replace(utm_source, '[-_. ]?(paid|ads?|cpc|ppc)$', '')])) as words,
    list_has_any(words, ['paid', 'ad', 'ads', 'cpc', 'ppc', 'sponsored']) or regexp_matches(utm_source, '(paid|ads?|cpc|ppc)$') as says_paid
  from unjoined
),

named as (
  select word_of.utm_source, min(family_words.family) as family, min(word_of.word) as word
  from (select utm_source, unnest(words) as word from sources) as word_of
  join family_words using (word)
  group by word_of.utm_source
  having count(distinct family_words.family) = 1
),

named_platforms as (
  select named.utm_source, coalesce(max(exact.platform), any_value(spent_families.platform)) as platform
  from named
  join spent_families using (family)
  left join spent as exact on exact.platform = named.word
  group by named.utm_source
),

judged as (
  select
    unjoined.utm_source,
    unjoined.utm_medium,
    unjoined.sessions,
    unjoined.utm_campaign,
    coalesce(named_platforms.platform, unjoined.campaign_platform) as platform,
    if(named_platforms.platform is null, 'campaigns', 'name') as reason,
    unjoined.campaign_platform is not null
      and unjoined.campaign_platform = coalesce(named_platforms.platform, unjoined.campaign_platform) as is_campaign_of_it,
    case
      when named_platforms.platform is null then unjoined.has_paid_medium and unjoined.campaign_platform is not null
      else unjoined.has_paid_medium or sources.says_paid
        or coalesce(unjoined.campaign_platform = named_platforms.platform, false)
    end as looks_bought
  from unjoined
  join sources using (utm_source)
  left join named_platforms using (utm_source)
),

-- One platform for a source, or none: campaigns' names may point to two.
proposable as (
  select utm_source, bool_and(looks_bought) as is_whole
  from judged
  group by utm_source
  having count(distinct platform) filter (where looks_bought) = 1
)

select
  judged.utm_source,
  if(proposable.is_whole, null, judged.utm_medium) as utm_medium,
  min(judged.platform) as platform,
  min(judged.reason) as reason,
  sum(judged.sessions)::bigint as sessions,
  coalesce(list(distinct judged.utm_campaign order by judged.utm_campaign) filter (where judged.is_campaign_of_it), [])[:5] as campaigns
from judged
join proposable using (utm_source)
left join platform_seeds using (platform)
where
  judged.looks_bought
  -- Its visits and the spend meet under one source as they are.
  and judged.utm_source is distinct from platform_seeds.source
  and (proposable.is_whole or judged.utm_medium is not null)
group by 1, 2
order by sessions desc, utm_source, utm_medium
limit 50
