-- One row per origin: source, medium and channel under the rules, seeds and spend in force.
-- needs: channel_rules, own_names, scope_origins, spend_aliases
-- makes: origins_next
create temp table origins_next as
with parts as (
  select
    origin_id,
    utm_source, utm_medium, utm_campaign, platform, account_id, campaign_id, adset_id, ad_id,
    click_kinds, referrer_host, referrer_domain, family, source_family,
    source_key as utm_source_low,
    medium_key as medium_low,
    campaign_key,
    source_name,
    own_sources.meaning as own_source,
    coalesce(own_campaigns.meaning_name, origin_parts.campaign_name) as campaign_name
  from origin_parts
  left join own_names as own_sources on own_sources.field = 'source' and own_sources.name = origin_parts.source_name
  left join own_names as own_campaigns on own_campaigns.field = 'campaign' and own_campaigns.name = origin_parts.campaign_name
  where origin_id in (select origin_id from scope_origins)
),
-- Of the spellings of one name, the one that came first: it stays.
source_spellings as (
  select source_name, arg_min(trim(utm_source), (first_seq, origin_id)) as spelling
  from origin_parts
  where source_name in (select source_name from parts)
  group by source_name
),
campaign_names_seen as (
  select campaign_name, arg_min(trim(utm_campaign), (first_seq, origin_id)) as spelling
  from origin_parts
  where campaign_name in (select campaign_name from parts)
  group by campaign_name
),
clicks as (
  select
    origin_id,
    -- A click on a display ad alone says so; another id of the same click says more.
    arg_min(click_seeds.platform, (not proves_paid, kind = 'dclid', kind)) as platform,
    arg_min(click_seeds.source, (not proves_paid, kind = 'dclid', kind)) as source,
    bool_or(proves_paid) as proves_paid
  from (select origin_id, unnest(string_split(click_kinds, ',')) as kind from parts where click_kinds is not null)
  join click_seeds using (kind)
  group by origin_id
),
-- Hosts of others that led here.
referred as (
  select
    parts.origin_id,
    coalesce(by_host.source, by_label.source, by_domain.source, by_suffix.source, parts.referrer_domain, parts.referrer_host) as source,
    coalesce(by_host.category, by_label.category, by_domain.category, by_suffix.category) as category,
    coalesce(by_host.category, by_label.category, by_domain.category, by_suffix.category, '') in (select category from return_categories)
      or exists (
        from no_source_hosts
        where no_source_hosts.host = parts.referrer_host or ends_with(parts.referrer_host, '.' || no_source_hosts.host)
      ) as is_no_source
  from parts
  left join source_seeds as by_host on by_host.domain = parts.referrer_host
  left join source_seeds as by_label
    on parts.referrer_host <> parts.referrer_domain
    and by_label.domain = regexp_replace(split_part(parts.referrer_host, '.', 1), '[0-9]+$', '') || '.*'
  left join source_seeds as by_domain on by_domain.domain = parts.referrer_domain
  left join (from source_seeds where starts_with(domain, '*.')) as by_suffix on ends_with(parts.referrer_host, substr(by_suffix.domain, 2))
  where (parts.referrer_domain is not null or parts.referrer_host is not null)
    and not exists (
      select 1 from own_domains
      where own_domains.domain in (parts.referrer_domain, parts.referrer_host)
        or ends_with(parts.referrer_host, '.' || own_domains.domain)
    )
),
referrers as (
  select origin_id, source, category from referred where not is_no_source
),
-- What the merchant confirmed a utm_source to stand for ('': for no spend); one with a medium goes before one without.
confirmed as (
  select
    parts.origin_id,
    arg_min(coalesce(spend_aliases.platform, ''), spend_aliases.utm_medium is null) as platform
  from parts
  join spend_aliases
    on spend_aliases.utm_source = parts.utm_source_low
    and (spend_aliases.utm_medium is null or spend_aliases.utm_medium = parts.medium_low)
  group by parts.origin_id
),
-- The company whose ad an origin is for certain, so that no id of another's is meant: of a utm_source where no alias says otherwise.
companies as (
  select parts.origin_id, coalesce(parts.family, if(confirmed.origin_id is null, parts.source_family, null)) as family
  from parts
  left join confirmed using (origin_id)
),
-- What speaks for a platform or its company, where several have an id.
hints as (
  select origin_id, list(distinct name) as names
  from (
    select origin_id, platform as name from parts
    union all
    select origin_id, family from companies
    union all
    select origin_id, platform from confirmed
    union all
    select confirmed.origin_id, platform_seeds.family from confirmed join platform_seeds using (platform)
    union all
    select clicks.origin_id, platform_seeds.family from clicks join platform_seeds using (platform)
    union all
    select referrers.origin_id, platform_seeds.family
    from referrers
    join platform_names on platform_names.name = name_key(referrers.source)
    join platform_seeds on platform_seeds.platform = platform_names.platform
  )
  where name is not null
  group by origin_id
),
named_ids as (
  select origin_id, 'ad' as level, ad_id as id from parts where ad_id is not null
  union all
  select origin_id, 'adset', adset_id from parts where adset_id is not null
  union all
  select origin_id, 'campaign', campaign_id from parts where campaign_id is not null
  union all
  select origin_id, 'campaign', utm_campaign from parts where utm_campaign is not null and utm_campaign is distinct from campaign_id
),
-- One row per id of an ad account: of its spend in force, and of its catalogue.
known_ids as (
  select
    'campaign' as level, platform, account_id, campaign_id as id, any_value(campaign_name order by spend_day desc, campaign_name) as campaign_name,
    any_value(campaign_key order by spend_day desc, campaign_name) as campaign_key, true as is_spent
  from spend_rows where campaign_id in (select id from named_ids where level = 'campaign') group by all
  union all
  select 'adset', platform, account_id, adset_id, any_value(campaign_name order by spend_day desc, campaign_name),
    any_value(campaign_key order by spend_day desc, campaign_name), true
  from spend_rows where adset_id in (select id from named_ids where level = 'adset') group by all
  union all
  select 'ad', platform, account_id, ad_id, any_value(campaign_name order by spend_day desc, campaign_name),
    any_value(campaign_key order by spend_day desc, campaign_name), true
  from spend_rows where ad_id in (select id from named_ids where level = 'ad') group by all
  union all
  select object_type, platform, account_id, object_id, null, null, false from ad_objects where object_id in (select id from named_ids)
),
-- One row per origin and ad account that has one of its ids, without accounts that its evidence excludes.
candidates as (
  select
    named_ids.origin_id,
    known_ids.platform,
    known_ids.account_id,
    coalesce(bool_or(list_contains(hints.names, known_ids.platform) or list_contains(hints.names, platform_seeds.family)), false) as is_hinted,
    min(known_ids.level) as level,
    count(distinct known_ids.level) as levels,
    bool_or(known_ids.is_spent) as is_spent,
    min(known_ids.level) filter (where known_ids.is_spent) as spent_level,
    arg_min(known_ids.campaign_name, known_ids.level) as campaign_name,
    arg_min(known_ids.campaign_key, known_ids.level) as campaign_key,
    min(known_ids.id) filter (where known_ids.is_spent and known_ids.level = 'campaign') as campaign_id
  from named_ids
  join known_ids using (level, id)
  join parts using (origin_id)
  join companies using (origin_id)
  left join hints using (origin_id)
  left join platform_seeds on platform_seeds.platform = known_ids.platform
  where
    not coalesce(not platform_seeds.is_any_company and platform_seeds.family <> companies.family, false)
    and coalesce(account_form(parts.account_id, platform_seeds.account_prefix) = known_ids.account_id, true)
  group by all
),
ranked as (
  select
    *,
    rank() over (partition by origin_id order by is_hinted desc, level, levels desc) as place,
    rank() over (partition by origin_id, platform order by is_spent desc, is_hinted desc, level, levels desc) as spent_place
  from candidates
),
-- The account that an origin's ids are of. Where several are left it is null, and so is the platform, rather than a guess.
found as (
  select
    origin_id,
    if(count(distinct platform) = 1, min(platform), null) as platform,
    if(count(*) = 1, min(account_id), null) as account_id,
    bool_and(is_spent) as is_spent
  from ranked
  where place = 1
  group by origin_id
),
-- An id in the spend proves that the ad was paid for, whichever account of the platform it is of.
bought as (
  select
    origin_id,
    any_value(platform) as platform,
    min(spent_level) as level,
    if(count(distinct campaign_key) = 1, min(campaign_name), null) as campaign_name,
    if(count(distinct campaign_key) = 1, min(campaign_key), null) as campaign_key,
    if(count(distinct campaign_id) = 1, min(campaign_id), null) as campaign_id
  from ranked
  join (select origin_id, platform from found where platform is not null) using (origin_id, platform)
  where is_spent and spent_place = 1
  group by origin_id
),
-- Where an id of the spend tells, or a click that only another company's ads have, an alias has nothing to tell.
aliased as (
  select confirmed.origin_id, confirmed.platform
  from confirmed
  left join clicks using (origin_id)
  left join platform_seeds as of_click on of_click.platform = clicks.platform
  left join platform_seeds as of_alias on of_alias.platform = confirmed.platform
  where
    confirmed.origin_id not in (select origin_id from bought)
    and (
      not coalesce(clicks.proves_paid, false)
      or coalesce(of_click.family, clicks.platform) = coalesce(of_alias.family, confirmed.platform)
    )
),
spend_names as (
  select
    platform,
    name_key(campaign_key) as name,
    max_by(campaign_name, (spend_day, campaign_name)) as campaign_name,
    max_by(campaign_key, (spend_day, campaign_name)) as campaign_key,
    if(count(distinct (account_id, campaign_id)) filter (where campaign_id is not null) = 1, min(campaign_id), null) as campaign_id,
    if(
      count(distinct (account_id, campaign_id)) filter (where campaign_id is not null) = 1, min(account_id) filter (where campaign_id is not null), null
    ) as account_id
  from spend_rows
  where campaign_name is not null and platform in (select platform from spend_aliases)
  group by all
),
mapped as (
  select
    aliased.origin_id, aliased.platform, spend_names.account_id, spend_names.campaign_name, spend_names.campaign_key, spend_names.campaign_id
  from aliased
  join parts using (origin_id)
  left join spend_names on spend_names.platform = aliased.platform and spend_names.name = parts.campaign_name
  where aliased.platform <> ''
),
named as (
  select
    parts.origin_id,
    coalesce(exact.category, meant.category, bare.category) as category,
    bare.domain is not null and bare.domain <> parts.utm_source_low as is_ads_alias,
    coalesce(parts.own_source, source_names.source) as known_source
  from parts
  left join source_seeds as exact on exact.domain = parts.utm_source_low
  left join source_seeds as bare on bare.domain = regexp_replace(parts.utm_source_low, '(?-s:[-_. ]?ads?)$', '')
  left join source_names on source_names.name = parts.source_name
  left join (select source, min(category) as category from source_seeds group by source) as meant on meant.source = parts.own_source
  where parts.utm_source_low is not null
),
evidence as (
  select
    parts.*,
    coalesce(clicks.proves_paid, false) as click_proves_paid,
    clicks.platform as click_platform,
    clicks.source as click_source,
    coalesce(bought.platform, mapped.platform) as bought_platform,
    coalesce(bought.campaign_name, mapped.campaign_name) as bought_campaign,
    if(bought.campaign_name is null, mapped.campaign_key, bought.campaign_key) as bought_campaign_key,
    coalesce(bought.campaign_id, mapped.campaign_id) as bought_campaign_id,
    mapped.platform as mapped_platform,
    case
      when bought.origin_id is not null then bought.level
      when mapped.platform is not null then 'alias'
      when found.platform is null and found.is_spent then 'ambiguous'
    end as spend_match,
    case
      when bought.origin_id is not null then found.account_id
      when mapped.platform is not null then mapped.account_id
      else coalesce(found.account_id, parts.account_id)
    end as bought_account_id,
    coalesce(bought.platform, mapped.platform, found.platform, clicks.platform, parts.platform) as ad_platform,
    referrers.source as referrer_source,
    referrers.category as referrer_category,
    coalesce(
      (referred.is_no_source or referred.category is null)
      and coalesce(
        parts.utm_source, parts.utm_medium, parts.utm_campaign, parts.click_kinds, parts.platform, parts.account_id, parts.campaign_id,
        parts.adset_id, parts.ad_id
      ) is null
      and referred.origin_id is not null,
      false
    ) as may_return,
    named.category as named_category,
    named.known_source,
    source_spellings.spelling as source_spelling,
    coalesce(named.is_ads_alias, false) as is_ads_alias,
    coalesce(bought.platform, mapped.platform, clicks.platform, parts.platform) as known_platform
  from parts
  left join clicks using (origin_id)
  left join found using (origin_id)
  left join bought using (origin_id)
  left join mapped using (origin_id)
  left join referred using (origin_id)
  left join referrers using (origin_id)
  left join named using (origin_id)
  left join source_spellings on source_spellings.source_name = parts.source_name
),
platforms as (
  select platform, family, source, category, channel from platform_seeds
),
resolved as (
  select
    evidence.*,
    platforms.family as platform_family,
    coalesce(
      (utm_source_low in ('(direct)', 'direct') and coalesce(medium_low, '(none)') in ('(none)', '(not set)', 'none', 'not set'))
      and click_kinds is null and campaign_id is null and adset_id is null and ad_id is null and utm_campaign is null,
      false
    )
    or (
      utm_source is null and utm_medium is null and utm_campaign is null and click_kinds is null
      and campaign_id is null and adset_id is null and ad_id is null and referrer_source is null
    ) as is_direct,
    coalesce(
      case
        when mapped_platform is not null then coalesce(platforms.category, named_category)
        when utm_source_low is not null then coalesce(named_category, case when click_proves_paid or bought_platform is not null then platforms.category end)
        else coalesce(
          case when click_proves_paid or bought_platform is not null then platforms.category end,
          referrer_category,
          platforms.category
        )
      end,
      ''
    ) as category,
    coalesce(bought_campaign, utm_campaign) as campaign,
    coalesce(if(bought_campaign is null, campaign_key, bought_campaign_key), '') as campaign_text,
    regexp_full_match(coalesce(medium_low, ''), '(?-s:.*cp.*|ppc|retargeting|paid.*)') or click_proves_paid or is_ads_alias
      or spend_match is not null as is_bought
  from evidence
  left join platforms on platforms.platform = evidence.known_platform
),
placeable as (
  select
    *,
    case
      when is_direct then '(direct)'
      else coalesce(known_source, source_spelling, click_source, platforms_source, referrer_source, '(not set)')
    end as source,
    case
      when is_direct then '(none)'
      when utm_medium is not null then trim(utm_medium)
      when is_bought and utm_source is null then 'cpc'
      when category = 'search' then 'organic'
      when category in ('social', 'video', 'email', 'shopping', 'affiliate') then category
      when category = 'ai' then 'ai'
      when referrer_source is not null then 'referral'
      else '(not set)'
    end as medium
  from (
    select resolved.*, platforms.source as platforms_source
    from resolved
    left join platforms on platforms.platform = resolved.known_platform
  )
),
described as (
  -- What rules compare. Only what was sent may have letters outside of ASCII, and brings its key.
  select
    *,
    if(is_direct or utm_source is null, lower(source), utm_source_low) as source_text,
    if(is_direct or utm_medium is null, lower(medium), medium_low) as medium_text,
    if(bought_campaign is null, campaign_name, name_key(campaign_text)) as spelled_name
  from placeable
),
texts as (
  select 'source' as field, source_text as text from described
  union
  select 'medium', medium_text from described
  union
  select 'campaign', campaign_text
  from described
),
patterns as (
  select rule_no, 'source' as field, source_pattern as pattern from channel_rules where source_pattern is not null
  union all
  select rule_no, 'medium', medium_pattern from channel_rules where medium_pattern is not null
  union all
  select rule_no, 'campaign', campaign_pattern from channel_rules where campaign_pattern is not null
),
hits as (
  -- TRICKY: an expression that comes from a row is compiled for every text, at ten microseconds each: so once per distinct text.
  select field, text, list(rule_no) as rules
  from texts
  join patterns using (field)
  -- A point is no end of a line, as in this engine but not in every other.
  where regexp_full_match(text, '(?-s:' || pattern || ')')
  group by field, text
),
matches as (
  select
    described.origin_id,
    channel_rules.rule_no
  from described
  left join hits as by_source on by_source.field = 'source' and by_source.text = described.source_text
  left join hits as by_medium on by_medium.field = 'medium' and by_medium.text = described.medium_text
  left join hits as by_campaign on by_campaign.field = 'campaign' and by_campaign.text = described.campaign_text
  join channel_rules on
    (channel_rules.needs_direct is null or channel_rules.needs_direct = described.is_direct)
    and (channel_rules.needs_paid is null or channel_rules.needs_paid = described.is_bought)
    and (channel_rules.click_kinds is null or list_has_any(channel_rules.click_kinds, string_split(coalesce(described.click_kinds, ''), ',')))
    and (channel_rules.platform_families is null or list_contains(channel_rules.platform_families, coalesce(described.platform_family, '')))
    and case
      when channel_rules.source_categories is null and channel_rules.source_pattern is null
        and channel_rules.medium_pattern is null and channel_rules.campaign_pattern is null then true
      when channel_rules.any_of then
        coalesce(list_contains(channel_rules.source_categories, described.category), false)
        or coalesce(list_contains(by_source.rules, channel_rules.rule_no), false)
        or coalesce(list_contains(by_medium.rules, channel_rules.rule_no), false)
        or coalesce(list_contains(by_campaign.rules, channel_rules.rule_no), false)
      else
        (channel_rules.source_categories is null or list_contains(channel_rules.source_categories, described.category))
        and (channel_rules.source_pattern is null or coalesce(list_contains(by_source.rules, channel_rules.rule_no), false))
        and (channel_rules.medium_pattern is null or coalesce(list_contains(by_medium.rules, channel_rules.rule_no), false))
        and (channel_rules.campaign_pattern is null or coalesce(list_contains(by_campaign.rules, channel_rules.rule_no), false))
    end
),
placed as (
  select origin_id, min(rule_no) as rule_no from matches group by origin_id
)
select
  described.origin_id,
  case
    when described.mapped_platform is null or described.is_direct then described.source
    else coalesce(described.platforms_source, described.mapped_platform)
  end as source,
  described.medium,
  coalesce(campaign_spelling.spelling, own_campaigns.meaning, campaign_names_seen.spelling, described.campaign) as campaign,
  described.ad_platform as platform,
  described.bought_account_id as account_id,
  coalesce(described.campaign_id, described.bought_campaign_id) as campaign_id,
  described.adset_id,
  described.ad_id,
  coalesce(channel_rules.channel, 'Unassigned') as channel,
  coalesce(channel_rules.is_paid, false) as is_paid,
  described.is_direct,
  coalesce(channel_rules.rule_id, 'unassigned') as rule_id,
  described.spend_match,
  described.may_return
from described
left join placed using (origin_id)
left join channel_rules using (rule_no)
left join campaign_names_seen on campaign_names_seen.campaign_name = described.spelled_name
left join (select distinct meaning_name, meaning from own_names where field = 'campaign') as own_campaigns
  on own_campaigns.meaning_name = described.spelled_name
left join (select distinct name, spelling from campaign_spellings) as campaign_spelling on campaign_spelling.name = described.spelled_name
