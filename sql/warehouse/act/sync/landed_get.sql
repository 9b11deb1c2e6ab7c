-- One row: how far the file is.
select value as landed_seq from cursors where name = 'landed_seq'
