-- One row at most: a merge that is taken back.
update merges set undo_no = $undo_no, undone_at = $undone_at, undone_by = $undone_by
where profile_id = $profile_id and merge_no = $merge_no and undo_no is null;
