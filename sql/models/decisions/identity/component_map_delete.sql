-- Every row; the map is small and is made anew whenever a merge changes.
delete from component_map
