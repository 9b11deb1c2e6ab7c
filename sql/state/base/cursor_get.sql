-- One row when the cursor was ever set.
select value from cursors where name = $name and profile_id = $profile_id;
