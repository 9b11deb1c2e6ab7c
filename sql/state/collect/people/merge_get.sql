-- One row at most: a merge, by its number.
select customer_a, customer_b, into_customer_no, merged_customer_no, merged_at, merged_by, undo_no, undone_at, undone_by
from merges
where profile_id = $profile_id and merge_no = $merge_no;
