-- One row per origin seen for the first time. Facts of before name platforms and accounts as they were sent.
-- needs: parsed_events
insert into origin_parts
with text -> if(
  text is null,
  null,
  if(
    isValidASCII(assumeNotNull(text)),
    lower(trim(both ' ' from assumeNotNull(text))),
    arrayStringConcat(arrayMap(
      letter -> multiIf(letter = 'İ', 'i', match(letter, '[\\x{1C89}\\x{A7CB}\\x{A7CC}\\x{A7CE}\\x{A7D2}\\x{A7D4}\\x{A7DA}\\x{A7DC}\\x{10D50}-\\x{10D65}\\x{16EA0}-\\x{16EB8}]'), letter, lowerUTF8(letter)),
      extractAll(replaceRegexpAll(assumeNotNull(text), '^\\p{Zs}+|\\p{Zs}+$', ''), '(?s).')
    ))
  )
) as key,
text -> coalesce(
  nullIf(replaceRegexpAll(replaceRegexpAll(text, '(?:%20|[+ \\t\\n\\f\\r_-])+', ' '), '^ +| +$', ''), ''), text
) as name_key,
(text, prefix) -> if(
  prefix is not null
    and match(replaceRegexpAll(if(startsWith(lower(text), prefix), substring(text, length(prefix) + 1), text), '[ -]', ''), '^[0-9]+$'),
  replaceRegexpAll(if(startsWith(lower(text), prefix), substring(text, length(prefix) + 1), text), '[ -]', ''),
  text
) as account_form,
seen as (
  select body.origin_id as origin_id, argMin(body.origin, seq) as origin, any(body.account_id) as said_account, min(seq) as first_seq
  from parsed_events
  group by origin_id
),
parts as (
  select
    seen.origin_id as origin_id,
    seen.origin as origin,
    seen.said_account as said_account,
    seen.first_seq as first_seq,
    coalesce(seen.origin.source_key, key(seen.origin.utm_source)) as source_key,
    coalesce(seen.origin.campaign_key, key(seen.origin.utm_campaign)) as campaign_key,
    coalesce(platform_names.platform, seen.origin.platform) as platform
  from seen
  left join platform_names on platform_names.name = name_key(seen.origin.platform)
),
-- A click id that only a company's ads set says whose ad it is.
clicks as (
  select origin_id, argMin(platform_seeds.family, kinds.kind) as click_family
  from (
    select origin_id, arrayJoin(splitByChar(',', assumeNotNull(origin.click_kinds))) as kind from parts where origin.click_kinds is not null
  ) as kinds
  join click_seeds on click_seeds.kind = kinds.kind
  join platform_seeds on platform_seeds.platform = click_seeds.platform
  where click_seeds.proves_paid
  group by origin_id
)
select
  parts.origin_id, parts.origin.utm_source, parts.origin.utm_medium, parts.origin.utm_campaign,
  parts.source_key,
  coalesce(parts.origin.medium_key, key(parts.origin.utm_medium)),
  parts.campaign_key,
  parts.platform,
  account_form(parts.said_account, named.account_prefix),
  parts.origin.campaign_id, parts.origin.adset_id, parts.origin.ad_id, parts.origin.click_kinds, parts.origin.referrer_host,
  parts.origin.referrer_domain,
  multiIf(named.platform is null, clicks.click_family, named.is_any_company, null, named.family),
  if(coalesce(of_source.is_any_company, false), null, of_source.family),
  name_key(parts.source_key),
  name_key(parts.campaign_key),
  parts.first_seq
from parts
left join platform_seeds as named on named.platform = parts.platform
left join clicks on clicks.origin_id = parts.origin_id
left join platform_names as source_names on source_names.name = name_key(parts.source_key)
left join platform_seeds as of_source on of_source.platform = source_names.platform;
