-- One row at most.
select profile_no, last_seq, first_kept from profiles where profile_id = ?;
