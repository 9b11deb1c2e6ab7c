-- One stretch of so many bytes of zeros.
insert into wiped (zeros) values (zeroblob(?));
