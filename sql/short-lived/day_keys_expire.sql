-- Keys of days before one.
delete from day_keys where day < $before;
