-- Forgets which opening it was.
delete from installation;
