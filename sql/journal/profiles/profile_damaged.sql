-- One row at most: a profile whose counts are not as they were written.
select profile_id from profile_contents where row_sum(content) is not checksum limit 1;
