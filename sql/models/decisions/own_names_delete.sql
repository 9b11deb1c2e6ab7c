-- Every row: a decision on channel rules replaces all names.
delete from own_names
