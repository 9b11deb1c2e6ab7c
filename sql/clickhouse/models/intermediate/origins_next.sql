-- One row per origin: source, medium and channel under the rules, seeds and spend in force.
-- needs: channel_rules, scope_origins, spend_aliases
-- makes: origins_next
-- In several statements: a common table expression is computed again wherever it is named.
create table next_parts engine = Memory as
select
  origin_id, utm_source, utm_medium, utm_campaign, platform, campaign_id, adset_id, ad_id, click_kinds, referrer_host, referrer_domain,
  source_key as utm_source_low,
  medium_key as medium_low,
  campaign_key
from origin_parts
where origin_id in (select origin_id from scope_origins);
create table next_clicks engine = Memory as
select
  origin_id,
  toNullable(argMin(click_seeds.platform, (not proves_paid, kind))) as click_platform,
  toNullable(argMin(click_seeds.source, (not proves_paid, kind))) as click_source,
  toNullable(max(proves_paid)) as click_proves
from (select origin_id, arrayJoin(splitByChar(',', assumeNotNull(click_kinds))) as kind from next_parts where click_kinds is not null) as kinds
join click_seeds using (kind)
group by origin_id;
create table next_bought engine = Memory as
with
spend_ids as (
  select 'campaign' as level, platform, campaign_id as id,
    argMin(campaign_name, (-toInt32(spend_day), campaign_name)) as campaign_name,
    argMin(campaign_key, (-toInt32(spend_day), spend_rows.campaign_name)) as campaign_key
  from spend_rows where campaign_id is not null group by level, platform, id
  union all
  select 'adset' as level, platform, adset_id as id,
    argMin(campaign_name, (-toInt32(spend_day), campaign_name)) as campaign_name,
    argMin(campaign_key, (-toInt32(spend_day), spend_rows.campaign_name)) as campaign_key
  from spend_rows where adset_id is not null group by level, platform, id
  union all
  select 'ad' as level, platform, ad_id as id,
    argMin(campaign_name, (-toInt32(spend_day), campaign_name)) as campaign_name,
    argMin(campaign_key, (-toInt32(spend_day), spend_rows.campaign_name)) as campaign_key
  from spend_rows where ad_id is not null group by level, platform, id
),
bought_by as (
  select parts.origin_id as origin_id, spend_ids.level as level, spend_ids.platform as platform, spend_ids.id as id, spend_ids.campaign_name as campaign_name, spend_ids.campaign_key as campaign_key
  from next_parts as parts join spend_ids on spend_ids.id = parts.ad_id where spend_ids.level = 'ad'
  union all
  select parts.origin_id, spend_ids.level, spend_ids.platform, spend_ids.id, spend_ids.campaign_name, spend_ids.campaign_key
  from next_parts as parts join spend_ids on spend_ids.id = parts.adset_id where spend_ids.level = 'adset'
  union all
  select parts.origin_id, spend_ids.level, spend_ids.platform, spend_ids.id, spend_ids.campaign_name, spend_ids.campaign_key
  from next_parts as parts join spend_ids on spend_ids.id = parts.campaign_id where spend_ids.level = 'campaign'
  union all
  select parts.origin_id, spend_ids.level, spend_ids.platform, spend_ids.id, spend_ids.campaign_name, spend_ids.campaign_key
  from next_parts as parts join spend_ids on spend_ids.id = parts.utm_campaign where spend_ids.level = 'campaign'
)
select
  origin_id,
  toNullable(argMin(platform, (level, platform))) as bought_platform,
  argMin(campaign_name, (level, platform)) as bought_campaign,
  argMin(campaign_key, (level, platform)) as bought_campaign_key,
  toNullable(min(level)) as bought_level,
  minOrNullIf(id, level = 'campaign') as bought_campaign_id
from bought_by
group by origin_id;
create table next_mapped engine = Memory as
with
-- The platform that the merchant confirmed for a utm_source ('': no spend); one with a medium goes before one without.
aliased as (
  select
    parts.origin_id as origin_id,
    argMin(coalesce(spend_aliases.platform, ''), spend_aliases.utm_medium is null) as alias_platform
  from next_parts as parts
  join spend_aliases on spend_aliases.utm_source = parts.utm_source_low
  left join next_clicks as clicks on clicks.origin_id = parts.origin_id
  left join platform_seeds as of_click on of_click.platform = clicks.click_platform
  left join platform_seeds as of_alias on of_alias.platform = spend_aliases.platform
  where
    (spend_aliases.utm_medium is null or spend_aliases.utm_medium = parts.medium_low)
    and parts.origin_id not in (select origin_id from next_bought)
    and (
      not coalesce(clicks.click_proves, false)
      or coalesce(of_click.family, clicks.click_platform) = coalesce(of_alias.family, spend_aliases.platform)
    )
  group by parts.origin_id
),
spend_names as (
  select
    platform,
    campaign_key as name,
    argMax(campaign_name, (spend_day, campaign_name)) as campaign_name,
    if(uniqExact(campaign_id) = 1, min(campaign_id), null) as campaign_id
  from (
    select * from spend_rows where campaign_name is not null and platform in (select platform from spend_aliases where platform is not null)
  ) as named_rows
  group by platform, name
)
select
  aliased.origin_id as origin_id, toNullable(aliased.alias_platform) as mapped_platform, spend_names.campaign_name as mapped_campaign,
  spend_names.name as mapped_campaign_key, spend_names.campaign_id as mapped_campaign_id
from aliased
join next_parts as parts on parts.origin_id = aliased.origin_id
left join spend_names on spend_names.platform = aliased.alias_platform and spend_names.name = parts.campaign_key
where aliased.alias_platform <> '';
create table next_described engine = Memory as
with
referrers as (
  select
    parts.origin_id as origin_id,
    coalesce(by_host.source, by_label.source, by_domain.source, nullIf(parts.under.2, ''), parts.referrer_domain, parts.referrer_host) as referrer_source,
    coalesce(by_host.category, by_label.category, by_domain.category, nullIf(parts.under.3, '')) as referrer_category
  from (
    select
      next_parts.*,
      if(
        referrer_host <> referrer_domain,
        concat(replaceRegexpOne(splitByChar('.', assumeNotNull(referrer_host))[1], '[0-9]+$', ''), '.*'),
        null
      ) as referrer_label,
      -- Empty texts where there is none.
      arrayFirst(
        known -> endsWith(assumeNotNull(referrer_host), known.1),
        (select groupArray((substring(domain, 2), source, category)) from source_seeds where startsWith(domain, '*.'))
      ) as under
    from next_parts
  ) as parts
  left join source_seeds as by_host on by_host.domain = parts.referrer_host
  left join source_seeds as by_label on by_label.domain = parts.referrer_label
  left join source_seeds as by_domain on by_domain.domain = parts.referrer_domain
  where (parts.referrer_domain is not null or parts.referrer_host is not null)
    and not arrayExists(
      own -> coalesce(own = parts.referrer_domain, false) or coalesce(own = parts.referrer_host, false)
        or coalesce(endsWith(parts.referrer_host, concat('.', own)), false),
      (select groupArray(domain) from own_domains)
    )
    and coalesce(by_host.category, by_label.category, by_domain.category, nullIf(parts.under.3, ''), '')
      not in (select category from return_categories)
),
named as (
  select
    parts.origin_id as origin_id,
    coalesce(exact.category, bare.category) as named_category,
    bare.domain is not null and bare.domain <> parts.utm_source_low as named_alias
  from (
    select *, replaceRegexpOne(assumeNotNull(utm_source_low), '(?-s:[-_. ]?ads?)$', '') as bare_source
    from next_parts
    where utm_source_low is not null
  ) as parts
  left join source_seeds as exact on exact.domain = parts.utm_source_low
  left join source_seeds as bare on bare.domain = parts.bare_source
),
evidence as (
  select
    parts.* except (origin_id, platform),
    parts.origin_id as origin_id,
    coalesce(clicks.click_proves, false) as click_proves_paid,
    clicks.click_platform as click_platform,
    clicks.click_source as click_source,
    coalesce(bought.bought_platform, mapped.mapped_platform) as bought_platform,
    coalesce(bought.bought_campaign, mapped.mapped_campaign) as bought_campaign,
    if(bought.bought_campaign is null, mapped.mapped_campaign_key, bought.bought_campaign_key) as bought_campaign_key,
    coalesce(bought.bought_campaign_id, mapped.mapped_campaign_id) as bought_campaign_id,
    mapped.mapped_platform as mapped_platform,
    coalesce(bought.bought_level, if(mapped.mapped_platform is null, null, 'alias')) as spend_match,
    referrers.referrer_source as referrer_source,
    referrers.referrer_category as referrer_category,
    named.named_category as named_category,
    coalesce(named.named_alias, false) as is_ads_alias,
    coalesce(bought.bought_platform, mapped.mapped_platform, clicks.click_platform, parts.platform) as known_platform
  from next_parts as parts
  left join next_clicks as clicks on clicks.origin_id = parts.origin_id
  left join next_bought as bought on bought.origin_id = parts.origin_id
  left join next_mapped as mapped on mapped.origin_id = parts.origin_id
  left join referrers on referrers.origin_id = parts.origin_id
  left join named on named.origin_id = parts.origin_id
),
resolved as (
  select
    evidence.*,
    platform_seeds.family as platform_family,
    platform_seeds.source as platforms_source,
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
      multiIf(
        mapped_platform is not null, coalesce(platform_seeds.category, named_category),
        utm_source_low is not null, coalesce(named_category, if(click_proves_paid or bought_platform is not null, platform_seeds.category, null)),
        coalesce(
          if(click_proves_paid or bought_platform is not null, platform_seeds.category, null),
          referrer_category,
          platform_seeds.category
        )
      ),
      ''
    ) as category,
    coalesce(bought_campaign, utm_campaign) as campaign,
    coalesce(if(bought_campaign is null, campaign_key, bought_campaign_key), '') as campaign_text,
    match(coalesce(medium_low, ''), '^(?-s:.*cp.*|ppc|retargeting|paid.*)$') or click_proves_paid or is_ads_alias
      or bought_platform is not null as is_bought
  from evidence
  left join platform_seeds on platform_seeds.platform = evidence.known_platform
),
placeable as (
  select
    *,
    -- DuckDB's trim: the spaces of Unicode, which this engine's would leave.
    if(is_direct, '(direct)', assumeNotNull(coalesce(
      replaceRegexpAll(utm_source, '^[ \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{202F}\\x{205F}\\x{3000}]+|[ \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{202F}\\x{205F}\\x{3000}]+$', ''),
      click_source, platforms_source, referrer_source, '(not set)'
    ))) as source,
    multiIf(
      is_direct, '(none)',
      utm_medium is not null, assumeNotNull(
        replaceRegexpAll(utm_medium, '^[ \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{202F}\\x{205F}\\x{3000}]+|[ \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{202F}\\x{205F}\\x{3000}]+$', '')
      ),
      is_bought and utm_source is null, 'cpc',
      category = 'search', 'organic',
      category in ('social', 'video', 'email', 'shopping', 'affiliate'), category,
      category = 'ai', 'ai',
      referrer_source is not null, 'referral',
      '(not set)'
    ) as medium
  from resolved
)
-- What rules compare. Only what was sent may have letters outside of ASCII, and brings its key.
select
  *,
  assumeNotNull(if(is_direct or utm_source is null, lower(source), utm_source_low)) as source_text,
  assumeNotNull(if(is_direct or utm_medium is null, lower(medium), medium_low)) as medium_text
from placeable;
create table next_hits engine = Memory as
with
texts as (
  select 'source' as field, source_text as text from next_described
  union distinct
  select 'medium', medium_text from next_described
  union distinct
  select 'campaign', campaign_text from next_described
),
patterns as (
  select rule_no, 'source' as field, assumeNotNull(source_pattern) as pattern from channel_rules where source_pattern is not null
  union all
  select rule_no, 'medium', assumeNotNull(medium_pattern) from channel_rules where medium_pattern is not null
  union all
  select rule_no, 'campaign', assumeNotNull(campaign_pattern) from channel_rules where campaign_pattern is not null
)
select field, text, groupArray(rule_no) as rules
from texts
join patterns using (field)
-- A point is no end of a line, unlike in this engine.
where match(text, concat('^(?-s:', pattern, ')$'))
group by field, text;
create table origins_next engine = Memory as
with
described_hits as (
  select described.*, by_source.rules as source_rules, by_medium.rules as medium_rules, by_campaign.rules as campaign_rules
  from next_described as described
  left join (select * from next_hits where field = 'source') as by_source on by_source.text = described.source_text
  left join (select * from next_hits where field = 'medium') as by_medium on by_medium.text = described.medium_text
  left join (select * from next_hits where field = 'campaign') as by_campaign on by_campaign.text = described.campaign_text
),
matches as (
  select described_hits.origin_id as origin_id, channel_rules.rule_no as rule_no
  from described_hits
  cross join channel_rules
  where
    coalesce(channel_rules.needs_direct = described_hits.is_direct, true)
    and coalesce(channel_rules.needs_paid = described_hits.is_bought, true)
    and (empty(channel_rules.click_kinds) or hasAny(channel_rules.click_kinds, splitByChar(',', coalesce(described_hits.click_kinds, ''))))
    and (empty(channel_rules.platform_families) or has(channel_rules.platform_families, coalesce(described_hits.platform_family, '')))
    and multiIf(
      empty(channel_rules.source_categories) and channel_rules.source_pattern is null
        and channel_rules.medium_pattern is null and channel_rules.campaign_pattern is null, true,
      channel_rules.any_of,
        has(channel_rules.source_categories, described_hits.category)
        or has(source_rules, channel_rules.rule_no) or has(medium_rules, channel_rules.rule_no) or has(campaign_rules, channel_rules.rule_no),
      (empty(channel_rules.source_categories) or has(channel_rules.source_categories, described_hits.category))
        and (channel_rules.source_pattern is null or has(source_rules, channel_rules.rule_no))
        and (channel_rules.medium_pattern is null or has(medium_rules, channel_rules.rule_no))
        and (channel_rules.campaign_pattern is null or has(campaign_rules, channel_rules.rule_no))
    )
),
placed as (
  select origin_id, min(rule_no) as rule_no from matches group by origin_id
)
select
  described.origin_id as origin_id,
  if(described.mapped_platform is null or described.is_direct, described.source, assumeNotNull(coalesce(described.platforms_source, described.mapped_platform))) as source,
  described.medium as medium,
  described.campaign as campaign,
  described.known_platform as platform,
  coalesce(described.campaign_id, described.bought_campaign_id) as campaign_id,
  described.adset_id as adset_id,
  described.ad_id as ad_id,
  coalesce(channel_rules.channel, 'Unassigned') as channel,
  coalesce(channel_rules.is_paid, false) as is_paid,
  described.is_direct as is_direct,
  coalesce(channel_rules.rule_id, 'unassigned') as rule_id,
  described.spend_match as spend_match
from next_described as described
left join placed on placed.origin_id = described.origin_id
left join channel_rules on channel_rules.rule_no = placed.rule_no;
