-- Values of days before one.
delete from entries where day < $before;
