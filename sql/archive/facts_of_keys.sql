-- One row per fact of the segment, up to a seq, that names one of these keys: of browsers, identifiers or clicks.
-- columns: kind 'event'|'spend_day'|'ad_objects'|'payment_correction'|'import_undo'|'ad_view'|'identity', dedupe_hash?, anonymous_token?
-- columns: identifier_tokens?, event_type?
select seq, kind, dedupe_hash, anonymous_token, identifier_tokens, body, event_type, epoch_us(occurred_at)::bigint as occurred_us
from read_parquet($source)
where
  seq <= $up_to
  and (
    list_has_any(regexp_extract_all(body, '"(?:visitor|identifier|click)_key":"(\d+)"', 1), $keys::varchar[])
    or (
      kind = 'identity'
      and list_has_any(
        list_transform(
          json_keys(identifier_tokens),
          lambda type: ((('0x' || sha256(type || ':' || json_extract_string(identifier_tokens, type))[1:16])::ubigint) >> 2)::varchar
        ),
        $keys::varchar[]
      )
    )
  )
order by seq
