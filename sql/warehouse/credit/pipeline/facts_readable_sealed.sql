-- One row per fact of sealed segments, from a seq to another, whose body can be read and says what no event can do without.
with facts as (
  select seq, kind, try(parse_body(body::json)) as body
  from read_parquet($files::varchar[])
  where seq > $after and seq <= $up_to
)
select seq from facts where body is not null and (kind <> 'event' or body.origin_id is not null)
