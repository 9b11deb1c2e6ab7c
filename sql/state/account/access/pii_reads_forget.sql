-- Reads of personal data from before a moment.
delete from pii_reads
where read_at < $before
