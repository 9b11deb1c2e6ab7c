-- name: installation_get
-- One row.
select id, opening, next_opening from installation;

-- name: installation_set
-- The opening that is under way, and the one that begins.
update installation set opening = $opening, next_opening = $next_opening;
