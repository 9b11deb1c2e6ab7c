-- Every row; the spend in force is made anew whole.
delete from spend_rows
