-- Every row; the list of ads is made anew whole.
delete from ads
