-- name: installation_get
-- One row.
select id, opening, next_opening from installation;

-- name: installation_set
-- The opening that is under way, and the one that begins.
update installation set opening = $opening, next_opening = $next_opening;

-- name: installation_ledger_get
-- One row: the file of the ledger that was opened last, and how often it was.
select ledger_id, ledger_opening from installation;

-- name: installation_ledger_set
-- The file of the ledger that is open, and its openings.
update installation set ledger_id = $id, ledger_opening = $opening;
