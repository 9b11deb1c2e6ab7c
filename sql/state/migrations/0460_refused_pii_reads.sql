-- The access log of personal data records refusals too, with the route, the parameters' names and the result.
alter table pii_reads add column route text;       -- "GET /api/v1/customers"; null in rows of before
alter table pii_reads add column parameters text;  -- a JSON list of names, never a value; null in rows of before
alter table pii_reads add column result text;      -- answered, or the error code of the refusal; null in rows of before
