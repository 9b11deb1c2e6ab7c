-- One row per segment of a profile.
select first_seq, last_seq, sha256, next_sha256 from segments where profile_no = ? order by first_seq;
