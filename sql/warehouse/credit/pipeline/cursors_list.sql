-- One row per cursor.
select name, value from cursors
