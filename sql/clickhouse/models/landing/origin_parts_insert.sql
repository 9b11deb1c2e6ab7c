-- One row per origin seen for the first time.
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
seen as (
  select body.origin_id as origin_id, argMin(body.origin, seq) as origin from parsed_events group by origin_id
)
select
  origin_id, origin.utm_source, origin.utm_medium, origin.utm_campaign,
  coalesce(origin.source_key, key(origin.utm_source)),
  coalesce(origin.medium_key, key(origin.utm_medium)),
  coalesce(origin.campaign_key, key(origin.utm_campaign)),
  origin.platform, origin.campaign_id, origin.adset_id, origin.ad_id, origin.click_kinds, origin.referrer_host, origin.referrer_domain
from seen;
