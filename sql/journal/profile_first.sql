-- The lowest seq a profile still has here.
update profiles set first_kept = ? where profile_no = ?;
