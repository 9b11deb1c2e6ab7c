-- One row: the last fact of a page, which ends at a number of facts, or once its bodies reach a number of bytes. No body is read.
select max(fact_id)
from (
  select fact_id, sum(bytes) over (order by fact_id) - bytes as bytes_before
  from (select fact_id, octet_length(body) as bytes from facts where fact_id > ? and fact_id <= ? order by fact_id limit ?)
)
where bytes_before < ?;
