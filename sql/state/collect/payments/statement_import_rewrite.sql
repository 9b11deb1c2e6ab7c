-- An import, without somebody who is erased.
update statement_imports
set file_name = $file_name, found = $found, result = $result
where import_id = $import_id
