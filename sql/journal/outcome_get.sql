-- One row at most: the outcome under a key.
select seq, content_hash, checksum is null or row_sum(content) is checksum as is_sound
from outcome_contents
where profile_no = ? and outcome_key = ?;
