-- One row at most: what the writer goes on from, and whether it is as it was written.
select profile_no, last_seq, first_kept, row_sum(content) is checksum as is_sound from profile_contents where profile_id = ?;
