-- Every row; the list of objects is made anew whole.
delete from ad_objects
