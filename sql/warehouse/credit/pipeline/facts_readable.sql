-- One row per fact of a batch, written as for landing, whose body can be read and says what no event can do without.
with lines as (
  select seq, kind, try(parse_body(body)) as body
  from read_json(
    $file,
    format = 'newline_delimited',
    maximum_object_size = $line_bytes,
    ignore_errors = true,
    columns = { seq: 'bigint', kind: 'varchar', body: 'json' }
  )
)
select seq from lines where body is not null and (kind <> 'event' or body.origin_id is not null)
