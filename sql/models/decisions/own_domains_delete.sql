-- Every row; the list is made anew from its setting.
delete from own_domains
