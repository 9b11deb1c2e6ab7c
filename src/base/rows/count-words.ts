// A number with what it counts, in the singular or the plural.

/** "1 row", "0 rows", "2 rows". @param many Where it is not the singular with an s. */
export const countWords = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
