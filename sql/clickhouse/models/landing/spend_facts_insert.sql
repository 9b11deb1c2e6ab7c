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
text -> accurateCastOrNull(round(toDecimal128OrNull(text, 7), 6), 'Decimal(18, 6)') as exact
select
  seq, row_no - 1, body.platform, body.account_id, toDate32(body.day), body.currency, row.campaign_id, row.campaign_name,
  coalesce(row.campaign_key, key(row.campaign_name)), row.adset_id,
  row.adset_name, row.ad_id, row.ad_name, exact(row.spend), row.impressions, row.clicks,
  row.reach, exact(row.frequency), row.link_clicks, row.video_3s_views, row.thruplays, exact(row.platform_conversions),
  exact(row.platform_conversion_value)
from batch_facts
array join body.rows as row, arrayEnumerate(body.rows) as row_no
where kind = 'spend_day'
union all
select seq, -1, body.platform, body.account_id, toDate32(body.day), body.currency, null, null, null, null, null, null, null, null, null, null,
  null, null, null, null, null, null, null
from batch_facts
where kind = 'spend_day' and empty(body.rows);
