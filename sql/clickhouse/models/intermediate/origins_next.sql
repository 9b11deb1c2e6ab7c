-- One row per origin: source, medium and channel under the rules, seeds and spend in force.
-- needs: channel_rules, own_names, scope_origins, spend_aliases
-- makes: origins_next
-- In several statements: a common table expression is computed again wherever it is named.
create table next_parts engine = Memory as
select
  origin_id, utm_source, utm_medium, utm_campaign, platform, account_id, campaign_id, adset_id, ad_id, click_kinds, referrer_host,
  referrer_domain, family, source_family,
  source_key as utm_source_low,
  medium_key as medium_low,
  campaign_key, source_name,
  own_sources.meaning as own_source,
  coalesce(own_campaigns.meaning_name, origin_parts.campaign_name) as campaign_name
from origin_parts
left join (select name, toNullable(meaning) as meaning from own_names where field = 'source') as own_sources on own_sources.name = origin_parts.source_name
left join (select name, toNullable(meaning_name) as meaning_name from own_names where field = 'campaign') as own_campaigns
  on own_campaigns.name = origin_parts.campaign_name
where origin_id in (select origin_id from scope_origins);
-- Of the spellings of one name, the one that came first: it stays. Without the spaces of Unicode around it, as DuckDB's trim.
create table next_source_spellings engine = Memory as
select
  source_name as spelled_source,
  argMin(
    replaceRegexpAll(assumeNotNull(utm_source), '^[ \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{202F}\\x{205F}\\x{3000}]+|[ \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{202F}\\x{205F}\\x{3000}]+$', ''),
    (first_seq, origin_id)
  ) as source_spelling
from origin_parts
where source_name in (select source_name from next_parts where source_name is not null)
group by spelled_source;
create table next_campaign_spellings engine = Memory as
select
  campaign_name as spelled_campaign,
  argMin(
    replaceRegexpAll(assumeNotNull(utm_campaign), '^[ \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{202F}\\x{205F}\\x{3000}]+|[ \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{202F}\\x{205F}\\x{3000}]+$', ''),
    (first_seq, origin_id)
  ) as campaign_spelling
from origin_parts
where campaign_name in (select campaign_name from next_parts where campaign_name is not null)
group by spelled_campaign;
create table next_clicks engine = Memory as
select
  origin_id,
  -- A click on a display ad alone says so; another id of the same click says more.
  toNullable(argMin(click_seeds.platform, (not proves_paid, kind = 'dclid', kind))) as click_platform,
  toNullable(argMin(click_seeds.source, (not proves_paid, kind = 'dclid', kind))) as click_source,
  toNullable(max(proves_paid)) as click_proves
from (select origin_id, arrayJoin(splitByChar(',', assumeNotNull(click_kinds))) as kind from next_parts where click_kinds is not null) as kinds
join click_seeds using (kind)
group by origin_id;
-- Hosts of others that led here.
create table next_referred engine = Memory as
select
  parts.origin_id as origin_id,
  coalesce(by_host.source, by_label.source, by_domain.source, nullIf(parts.under.2, ''), parts.referrer_domain, parts.referrer_host) as referrer_source,
  coalesce(by_host.category, by_label.category, by_domain.category, nullIf(parts.under.3, '')) as referrer_category,
  toNullable(
    coalesce(by_host.category, by_label.category, by_domain.category, nullIf(parts.under.3, ''), '') in (select category from return_categories)
    or arrayExists(
      host -> coalesce(host = parts.referrer_host, false) or coalesce(endsWith(parts.referrer_host, concat('.', host)), false),
      (select groupArray(host) from no_source_hosts)
    )
  ) as is_no_source
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
  );
create table next_referrers engine = Memory as
select origin_id, referrer_source, referrer_category from next_referred where not is_no_source;
-- What the merchant confirmed a utm_source to stand for ('': for no spend); one with a medium goes before one without.
create table next_confirmed engine = Memory as
select
  parts.origin_id as origin_id,
  argMin(coalesce(spend_aliases.platform, ''), spend_aliases.utm_medium is null) as alias_platform
from next_parts as parts
join spend_aliases on spend_aliases.utm_source = parts.utm_source_low
where spend_aliases.utm_medium is null or spend_aliases.utm_medium = parts.medium_low
group by origin_id;
-- The company whose ad an origin is for certain, so that no id of another's is meant: of a utm_source where no alias says otherwise.
create table next_companies engine = Memory as
select
  parts.origin_id as origin_id,
  coalesce(parts.family, if(confirmed.alias_platform is null, parts.source_family, null)) as family
from next_parts as parts
left join next_confirmed as confirmed on confirmed.origin_id = parts.origin_id;
-- What speaks for a platform or its company, where several have an id.
create table next_hints engine = Memory as
with text -> coalesce(
  nullIf(replaceRegexpAll(replaceRegexpAll(text, '(?:%20|[+ \\t\\n\\f\\r_-])+', ' '), '^ +| +$', ''), ''), text
) as name_key
select origin_id, groupUniqArray(assumeNotNull(name)) as names
from (
  select origin_id, platform as name from next_parts
  union all
  select origin_id, family from next_companies
  union all
  select origin_id, toNullable(alias_platform) from next_confirmed
  union all
  select confirmed.origin_id, toNullable(platform_seeds.family)
  from next_confirmed as confirmed join platform_seeds on platform_seeds.platform = confirmed.alias_platform
  union all
  select clicks.origin_id, toNullable(platform_seeds.family)
  from next_clicks as clicks join platform_seeds on platform_seeds.platform = clicks.click_platform
  union all
  select referrers.origin_id, toNullable(platform_seeds.family)
  from next_referrers as referrers
  join platform_names on platform_names.name = name_key(referrers.referrer_source)
  join platform_seeds on platform_seeds.platform = platform_names.platform
) as named
where name is not null
group by origin_id;
create table next_ids engine = Memory as
select origin_id, 'ad' as level, assumeNotNull(ad_id) as id from next_parts where ad_id is not null
union all
select origin_id, 'adset', assumeNotNull(adset_id) from next_parts where adset_id is not null
union all
select origin_id, 'campaign', assumeNotNull(campaign_id) from next_parts where campaign_id is not null
union all
select origin_id, 'campaign', assumeNotNull(utm_campaign)
from next_parts
where utm_campaign is not null and not coalesce(utm_campaign = campaign_id, false);
create table next_told engine = Memory as
select
  parts.origin_id as told_origin, parts.account_id as told_account, companies.family as told_family, hints.names as told_names
from next_parts as parts
left join next_companies as companies on companies.origin_id = parts.origin_id
left join next_hints as hints on hints.origin_id = parts.origin_id;
-- One row per origin and ad account that has one of its ids, without accounts that its evidence excludes.
create table next_ranked engine = Memory as
with
(text, prefix) -> if(
  prefix is not null
    and match(replaceRegexpAll(if(startsWith(lower(text), prefix), substring(text, length(prefix) + 1), text), '[ -]', ''), '^[0-9]+$'),
  replaceRegexpAll(if(startsWith(lower(text), prefix), substring(text, length(prefix) + 1), text), '[ -]', ''),
  text
) as account_form,
known_ids as (
  select
    'campaign' as level, platform, account_id, assumeNotNull(campaign_id) as id,
    argMin(campaign_name, (-toInt32(spend_day), campaign_name)) as campaign_name,
    argMin(campaign_key, (-toInt32(spend_day), spend_rows.campaign_name)) as campaign_key,
    true as is_spent
  from spend_rows
  where campaign_id in (select id from next_ids where level = 'campaign')
  group by level, platform, account_id, id
  union all
  select
    'adset' as level, platform, account_id, assumeNotNull(adset_id) as id,
    argMin(campaign_name, (-toInt32(spend_day), campaign_name)) as campaign_name,
    argMin(campaign_key, (-toInt32(spend_day), spend_rows.campaign_name)) as campaign_key,
    true as is_spent
  from spend_rows
  where adset_id in (select id from next_ids where level = 'adset')
  group by level, platform, account_id, id
  union all
  select
    'ad' as level, platform, account_id, assumeNotNull(ad_id) as id,
    argMin(campaign_name, (-toInt32(spend_day), campaign_name)) as campaign_name,
    argMin(campaign_key, (-toInt32(spend_day), spend_rows.campaign_name)) as campaign_key,
    true as is_spent
  from spend_rows
  where ad_id in (select id from next_ids where level = 'ad')
  group by level, platform, account_id, id
  union all
  select object_type, platform, account_id, object_id, null, null, false from ad_objects where object_id in (select id from next_ids)
),
candidates as (
  select
    named_ids.origin_id as origin_id,
    known_ids.platform as candidate_platform,
    known_ids.account_id as candidate_account,
    max(coalesce(has(said.told_names, known_ids.platform) or has(said.told_names, platform_seeds.family), false)) as is_hinted,
    min(known_ids.level) as level,
    uniqExact(known_ids.level) as levels,
    max(known_ids.is_spent) as any_spent,
    minOrNullIf(known_ids.level, known_ids.is_spent) as spent_level,
    argMin(known_ids.campaign_name, known_ids.level) as campaign_name,
    argMin(known_ids.campaign_key, known_ids.level) as campaign_key,
    minOrNullIf(known_ids.id, known_ids.is_spent and known_ids.level = 'campaign') as campaign_id
  from next_ids as named_ids
  join known_ids on known_ids.level = named_ids.level and known_ids.id = named_ids.id
  join next_told as said on said.told_origin = named_ids.origin_id
  left join platform_seeds on platform_seeds.platform = known_ids.platform
  where
    not coalesce(not platform_seeds.is_any_company and platform_seeds.family <> said.told_family, false)
    and coalesce(account_form(said.told_account, platform_seeds.account_prefix) = known_ids.account_id, true)
  group by named_ids.origin_id, known_ids.platform, known_ids.account_id
)
select
  *,
  rank() over (partition by origin_id order by is_hinted desc, level, levels desc) as place,
  rank() over (partition by origin_id, candidate_platform order by any_spent desc, is_hinted desc, level, levels desc) as spent_place
from candidates;
-- The account that an origin's ids are of. Where several are left it is null, and so is the platform, rather than a guess.
create table next_found engine = Memory as
select
  origin_id,
  if(uniqExact(candidate_platform) = 1, toNullable(min(candidate_platform)), null) as found_platform,
  if(count() = 1, toNullable(min(candidate_account)), null) as found_account,
  toNullable(min(any_spent)) as all_spent
from next_ranked
where place = 1
group by origin_id;
-- An id in the spend proves that the ad was paid for, whichever account of the platform it is of.
create table next_bought engine = Memory as
select
  ranked.origin_id as origin_id,
  toNullable(any(ranked.candidate_platform)) as bought_platform,
  toNullable(min(ranked.spent_level)) as bought_level,
  if(uniqExact(ranked.campaign_key) = 1, min(ranked.campaign_name), null) as bought_campaign,
  if(uniqExact(ranked.campaign_key) = 1, min(ranked.campaign_key), null) as bought_campaign_key,
  if(uniqExact(ranked.campaign_id) = 1, min(ranked.campaign_id), null) as bought_campaign_id
from next_ranked as ranked
join next_found as found on found.origin_id = ranked.origin_id and found.found_platform = ranked.candidate_platform
where ranked.any_spent and ranked.spent_place = 1
group by origin_id;
create table next_mapped engine = Memory as
with
-- Where an id of the spend tells, or a click that only another company's ads have, an alias has nothing to tell.
aliased as (
  select confirmed.origin_id as origin_id, confirmed.alias_platform as alias_platform
  from next_confirmed as confirmed
  left join next_clicks as clicks on clicks.origin_id = confirmed.origin_id
  left join platform_seeds as of_click on of_click.platform = clicks.click_platform
  left join platform_seeds as of_alias on of_alias.platform = confirmed.alias_platform
  where
    confirmed.origin_id not in (select origin_id from next_bought)
    and (
      not coalesce(clicks.click_proves, false)
      or coalesce(of_click.family, clicks.click_platform) = coalesce(of_alias.family, confirmed.alias_platform)
    )
),
spend_names as (
  select
    platform,
    coalesce(
      nullIf(replaceRegexpAll(replaceRegexpAll(named_rows.campaign_key, '(?:%20|[+ \\t\\n\\f\\r_-])+', ' '), '^ +| +$', ''), ''), named_rows.campaign_key
    ) as name,
    argMax(named_rows.campaign_name, (spend_day, named_rows.campaign_name)) as campaign_name,
    argMax(named_rows.campaign_key, (spend_day, named_rows.campaign_name)) as latest_key,
    uniqExactIf((named_rows.account_id, named_rows.campaign_id), named_rows.campaign_id is not null) as campaigns,
    if(campaigns = 1, min(named_rows.campaign_id), null) as campaign_id,
    if(campaigns = 1, minOrNullIf(named_rows.account_id, named_rows.campaign_id is not null), null) as account_id
  from (
    select * from spend_rows where campaign_name is not null and platform in (select platform from spend_aliases where platform is not null)
  ) as named_rows
  group by platform, name
)
select
  aliased.origin_id as origin_id, toNullable(aliased.alias_platform) as mapped_platform, spend_names.account_id as mapped_account,
  spend_names.campaign_name as mapped_campaign,
  spend_names.latest_key as mapped_campaign_key, spend_names.campaign_id as mapped_campaign_id
from aliased
join next_parts as parts on parts.origin_id = aliased.origin_id
left join spend_names on spend_names.platform = aliased.alias_platform and spend_names.name = parts.campaign_name
where aliased.alias_platform <> '';
create table next_described engine = Memory as
with
named as (
  select
    parts.origin_id as origin_id,
    coalesce(exact.category, meant.category, bare.category) as named_category,
    bare.domain is not null and bare.domain <> parts.utm_source_low as named_alias,
    coalesce(parts.own_source, source_names.source) as known_source
  from (
    select *, replaceRegexpOne(assumeNotNull(utm_source_low), '(?-s:[-_. ]?ads?)$', '') as bare_source
    from next_parts
    where utm_source_low is not null
  ) as parts
  left join source_seeds as exact on exact.domain = parts.utm_source_low
  left join source_seeds as bare on bare.domain = parts.bare_source
  left join source_names on source_names.name = parts.source_name
  left join (select source, toNullable(min(source_seeds.category)) as category from source_seeds group by source) as meant on meant.source = parts.own_source
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
    multiIf(
      bought.bought_platform is not null, bought.bought_level,
      mapped.mapped_platform is not null, 'alias',
      found.found_platform is null and coalesce(found.all_spent, false), 'ambiguous',
      null
    ) as spend_match,
    multiIf(
      bought.bought_platform is not null, found.found_account,
      mapped.mapped_platform is not null, mapped.mapped_account,
      coalesce(found.found_account, parts.account_id)
    ) as bought_account_id,
    coalesce(bought.bought_platform, mapped.mapped_platform, found.found_platform, clicks.click_platform, parts.platform) as ad_platform,
    referrers.referrer_source as referrer_source,
    referrers.referrer_category as referrer_category,
    coalesce(
      (referred.is_no_source or referred.referrer_category is null)
      and coalesce(
        parts.utm_source, parts.utm_medium, parts.utm_campaign, parts.click_kinds, parts.platform, parts.account_id, parts.campaign_id,
        parts.adset_id, parts.ad_id
      ) is null
      and referred.is_no_source is not null,
      false
    ) as may_return,
    named.named_category as named_category,
    named.known_source as known_source,
    toNullable(spellings.source_spelling) as source_spelling,
    coalesce(named.named_alias, false) as is_ads_alias,
    coalesce(bought.bought_platform, mapped.mapped_platform, clicks.click_platform, parts.platform) as known_platform
  from next_parts as parts
  left join next_clicks as clicks on clicks.origin_id = parts.origin_id
  left join next_found as found on found.origin_id = parts.origin_id
  left join next_bought as bought on bought.origin_id = parts.origin_id
  left join next_mapped as mapped on mapped.origin_id = parts.origin_id
  left join next_referred as referred on referred.origin_id = parts.origin_id
  left join next_referrers as referrers on referrers.origin_id = parts.origin_id
  left join named on named.origin_id = parts.origin_id
  left join next_source_spellings as spellings on spellings.spelled_source = parts.source_name
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
      or spend_match is not null as is_bought
  from evidence
  left join platform_seeds on platform_seeds.platform = evidence.known_platform
),
placeable as (
  select
    *,
    if(is_direct, '(direct)', assumeNotNull(coalesce(known_source, source_spelling, click_source, platforms_source, referrer_source, '(not set)'))) as source,
    multiIf(
      is_direct, '(none)',
      -- DuckDB's trim: the spaces of Unicode, which this engine's would leave.
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
with text -> coalesce(
  nullIf(replaceRegexpAll(replaceRegexpAll(text, '(?:%20|[+ \\t\\n\\f\\r_-])+', ' '), '^ +| +$', ''), ''), text
) as name_key,
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
  coalesce(in_spend.spelling, own_campaigns.meaning, seen.campaign_spelling, described.campaign) as campaign,
  described.ad_platform as platform,
  described.bought_account_id as account_id,
  coalesce(described.campaign_id, described.bought_campaign_id) as campaign_id,
  described.adset_id as adset_id,
  described.ad_id as ad_id,
  coalesce(channel_rules.channel, 'Unassigned') as channel,
  coalesce(channel_rules.is_paid, false) as is_paid,
  described.is_direct as is_direct,
  coalesce(channel_rules.rule_id, 'unassigned') as rule_id,
  described.spend_match as spend_match,
  described.may_return as may_return
from (select *, if(bought_campaign is null, campaign_name, name_key(campaign_text)) as spelled_name from next_described) as described
left join placed on placed.origin_id = described.origin_id
left join channel_rules on channel_rules.rule_no = placed.rule_no
left join next_campaign_spellings as seen on seen.spelled_campaign = described.spelled_name
left join (select distinct meaning_name, toNullable(meaning) as meaning from own_names where field = 'campaign') as own_campaigns
  on own_campaigns.meaning_name = described.spelled_name
left join (select distinct name, toNullable(spelling) as spelling from campaign_spellings) as in_spend on in_spend.name = described.spelled_name;
