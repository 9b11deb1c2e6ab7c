-- One stretch of zeros with a number of bytes.
insert into wiped (zeros) values (zeroblob(?));
