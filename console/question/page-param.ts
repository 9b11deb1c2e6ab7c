// State of one page in its address, beside the question: a parameter that is left out where it has its usual value.
import { useLocation, useSearch } from 'wouter-preact';

/** The value, and the way to change it: in the place of the address of now, so that the way back leads to the page before. */
export function usePageParam(name: string, usual: string): [string, (value: string) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const set = (value: string): void => {
    const query = new URLSearchParams(search);
    if (value === usual) query.delete(name);
    else query.set(name, value);
    const next = query.toString();
    navigate(next === '' ? path : `${path}?${next}`, { replace: true });
  };
  return [new URLSearchParams(search).get(name) ?? usual, set];
}

/** One of some values; another in the address counts as the usual one. */
export function usePageChoice<Value extends string>(
  name: string,
  values: readonly Value[],
  usual: Value,
): [Value, (value: Value) => void] {
  const [text, set] = usePageParam(name, usual);
  return [values.find((each) => each === text) ?? usual, set];
}
