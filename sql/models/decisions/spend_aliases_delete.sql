-- Every row: a decision on channel rules replaces all aliases.
delete from spend_aliases
