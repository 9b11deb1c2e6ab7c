-- One row: the last fact that the file has.
select value as landed_seq from cursors where name = 'landed_seq'
