-- Every row; the list of covered days is made anew whole.
delete from spend_days
