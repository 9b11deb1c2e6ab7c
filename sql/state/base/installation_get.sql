-- One row.
select id, opening, next_opening from installation;
