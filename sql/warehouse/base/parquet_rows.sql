-- One row per row of a Parquet file between two places, with its place from 0.
select *
from read_parquet($file, file_row_number = true)
where file_row_number >= $first and file_row_number < $past
order by file_row_number
