-- One row: does the file answer?
select 1 as one
