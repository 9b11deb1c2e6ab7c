-- One row per fact of a sealed segment, from a seq to another, whose body can be read and says what no event can do without.
with facts as (
  select seq, kind, try(parse_body(body::json)) as body
  from read_parquet($file)
  where seq > $after and seq <= $up_to
)
select seq from facts where body is not null and (kind <> 'event' or body.origin_id is not null)
