-- One row per key of a browser or an identifier that a fact of the segment names.
with named as (
  select unnest(regexp_extract_all(body, '"(?:visitor|identifier)_key":"(\d+)"', 1)) as key
  from read_parquet($source)
  union all
  select unnest(
    list_transform(
      json_keys(identifier_tokens),
      lambda type: ((('0x' || sha256(type || ':' || json_extract_string(identifier_tokens, type))[1:16])::ubigint) >> 2)::varchar
    )
  )
  from read_parquet($source)
  where kind = 'identity'
)
select distinct key from named
