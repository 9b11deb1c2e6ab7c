-- The opening that is under way, and the one that begins.
update installation set opening = $opening, next_opening = $next_opening;
