-- One row per fact, its body read once. The reader knows no integer beyond 64 bits, which JSON may have: in a body that has one it becomes a
-- text between two marks that no sender can know, and a number again in what was read. JSON that is kept is written as DuckDB writes it: the two
-- line separators of Unicode as they are. No control character is in such a text, so that one may replace escaped backslashes meanwhile.
create table batch_facts engine = MergeTree order by seq as
with json -> if(
  position(json, '\\u202') > 0,
  replaceAll(replaceAll(replaceAll(replaceAll(json, '\\\\', '\x01'), '\\u2028', '\xE2\x80\xA8'), '\\u2029', '\xE2\x80\xA9'), '\x01', '\\\\'),
  json
) as written,
raw as (
  select
    * except (body),
    hex(MD5(body)) as mark,
    not isValidJSON(body) as is_marked,
    if(
      is_marked,
      arrayStringConcat(arrayMap(
        token -> if(match(token, '^-?[0-9]{19,}$'), concat('"', mark, token, mark, '"'), token),
        extractAll(body, '"(?:[^"\\\\]|\\\\.)*"|-?[0-9][-+.0-9eE]*|[^"0-9-]+')
      )),
      body
    ) as text
  from raw_facts
),
parsed as (
  select
    * except (text),
    JSONExtract(text, 'Tuple(
      event_name Nullable(String), url Nullable(String), host Nullable(String), path Nullable(String), left_domain Nullable(String), page_title Nullable(String),
      origin_id Nullable(Int64),
      origin Tuple(
        utm_source Nullable(String), utm_medium Nullable(String), utm_campaign Nullable(String), platform Nullable(String), campaign_id Nullable(String),
        adset_id Nullable(String), ad_id Nullable(String), click_kinds Nullable(String), referrer_host Nullable(String), referrer_domain Nullable(String),
        source_key Nullable(String), medium_key Nullable(String), campaign_key Nullable(String)
      ),
      utm_term Nullable(String), utm_content Nullable(String), click_ids Nullable(String),
      clicks Array(Tuple(kind Nullable(String), click_key Nullable(Int64))),
      click_hash Nullable(Int64), clicked_at Nullable(Int64), visitor_key Nullable(Int64),
      identifiers Array(Tuple(type Nullable(String), priority Nullable(Int8), identifier_key Nullable(Int64))),
      device Nullable(String), browser Nullable(String), os Nullable(String), country Nullable(String), city Nullable(String),
      is_page_view Nullable(Bool), has_page Nullable(Bool), is_bot Nullable(Bool), bot_agent Nullable(String), agent_key Nullable(String),
      is_internal Nullable(Bool), engaged_ms Nullable(Int64), engaged_seconds Nullable(Float64),
      value_amount Nullable(String), currency Nullable(String),
      outcome_key Nullable(Int64), refund_of_key Nullable(Int64), installment_of_key Nullable(Int64), deal_key Nullable(Int64),
      sale Tuple(system Nullable(String), system_kind Nullable(String), keys Array(Tuple(kind Nullable(String), sale_key Nullable(Int64)))),
      type_key Nullable(String), action_source Nullable(String), event_source_url Nullable(String), flags Array(String), properties Nullable(String),
      platform Nullable(String), account_id Nullable(String), day Nullable(String),
      rows Array(Tuple(
        campaign_id Nullable(String), campaign_name Nullable(String), campaign_key Nullable(String), adset_id Nullable(String),
        adset_name Nullable(String), ad_id Nullable(String), ad_name Nullable(String), spend Nullable(String), impressions Nullable(Int64),
        clicks Nullable(Int64), reach Nullable(Int64), frequency Nullable(String), link_clicks Nullable(Int64), video_3s_views Nullable(Int64),
        thruplays Nullable(Int64), platform_conversions Nullable(String), platform_conversion_value Nullable(String)
      )),
      objects Nullable(String)
    )') as body
  from raw
)
select
  seq, kind, received_at, occurred_at, trust, dedupe_hash, event_type, body, written(body.click_ids) as click_ids,
  written(if(is_marked, replaceAll(replaceAll(body.properties, concat('"', mark), ''), concat(mark, '"'), ''), body.properties)) as properties
from parsed
