-- One row per spend row of a new spend day; a day without rows leaves one row that marks it covered.
-- needs: batch_facts
insert into spend_facts
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
text -> accurateCastOrNull(round(toDecimal128OrNull(text, 7), 6), 'Decimal(18, 6)') as exact,
text -> coalesce(
  nullIf(replaceRegexpAll(replaceRegexpAll(text, '(?:%20|[+ \\t\\n\\f\\r_-])+', ' '), '^ +| +$', ''), ''), text
) as name_key,
(text, prefix) -> if(
  prefix is not null
    and match(replaceRegexpAll(if(startsWith(lower(text), prefix), substring(text, length(prefix) + 1), text), '[ -]', ''), '^[0-9]+$'),
  replaceRegexpAll(if(startsWith(lower(text), prefix), substring(text, length(prefix) + 1), text), '[ -]', ''),
  text
) as account_form,
-- Facts of before name platforms and accounts as they were sent.
days as (
  select
    batch_facts.seq as seq,
    batch_facts.body as body,
    assumeNotNull(coalesce(platform_names.platform, batch_facts.body.platform)) as platform,
    assumeNotNull(account_form(batch_facts.body.account_id, platform_seeds.account_prefix)) as account_id
  from batch_facts
  left join platform_names on platform_names.name = name_key(batch_facts.body.platform)
  left join platform_seeds on platform_seeds.platform = platform_names.platform
  where batch_facts.kind = 'spend_day'
)
select
  seq, row_no - 1, platform, account_id, toDate32(body.day), body.currency, row.campaign_id, row.campaign_name,
  coalesce(row.campaign_key, key(row.campaign_name)), row.adset_id,
  row.adset_name, row.ad_id, row.ad_name, exact(row.spend), row.impressions, row.clicks,
  row.reach, exact(row.frequency), row.link_clicks, row.video_3s_views, row.thruplays, exact(row.platform_conversions),
  exact(row.platform_conversion_value)
from days
array join body.rows as row, arrayEnumerate(body.rows) as row_no
union all
select seq, -1, platform, account_id, toDate32(body.day), body.currency, null, null, null, null, null, null, null, null, null, null,
  null, null, null, null, null, null, null
from days
where empty(body.rows);
