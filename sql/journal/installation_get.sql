-- One row, once the journal was opened beside its state.
select id, opening from installation;
