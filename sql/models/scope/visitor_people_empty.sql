-- Every row; a full computation makes them anew.
delete from visitor_people
