-- One row: when a fact of a segment was received, in milliseconds.
select epoch_ms(received_at) as received_ms from read_parquet($file) where seq = $seq
