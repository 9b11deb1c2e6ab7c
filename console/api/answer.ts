// Answers of calls as components use them: `useAnswer` loads one and keeps it under its key, `useFigures` keeps one for as long as the
// version of the figures is the same, and shows the last answer while the next is on its way.
import { keepPreviousData, QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/query-core';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Busy, CallError } from './client.ts';

export interface Answer<T> {
  data: T | undefined;
  error: CallError | undefined;
  /** Nothing to show yet. */
  isLoading: boolean;
  /** The figures shown are of an earlier question; the answer is on its way. */
  isStale: boolean;
  /** The service asks to wait, and is asked again. */
  busy: Busy | undefined;
  reload: () => void;
}

const SECOND = 1_000;
const RETRIES = 2;

const busyOf = (error: unknown): Busy | undefined => (error instanceof CallError ? error.busy : undefined);
const isPassing = (error: Error): boolean => error instanceof CallError && (error.status === 0 || error.status === 503);

/**
 * The one rule of asking again. A service that says that it is busy is asked when it says, for as long as somebody looks at the page: however
 * slow it is, the answer comes. One that cannot be reached, or cannot serve, is asked twice more before that is shown.
 */
const isAskedAgain = (failures: number, error: Error): boolean =>
  busyOf(error) !== undefined || (failures < RETRIES && isPassing(error));
const pauseBefore = (failures: number, error: Error): number => (busyOf(error)?.retry_after_seconds ?? 2 ** failures) * SECOND;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30 * SECOND,
      gcTime: 600 * SECOND,
      networkMode: 'always',
      retry: isAskedAgain,
      retryDelay: pauseBefore,
    },
  },
});

export const isOffline = (error: unknown): boolean => error instanceof CallError && error.code === 'offline';

type Load<T> = (signal: AbortSignal) => Promise<T>;
export interface AnswerOptions {
  /** False: not asked yet, as something that it needs is missing. */
  isEnabled?: boolean;
  everySeconds?: number;
  /** For ever, under this key: what it says can only change with the key. */
  isFixed?: boolean;
}

export function useAnswer<T>(key: readonly unknown[], load: Load<T>, options: AnswerOptions = {}): Answer<T> {
  const { isEnabled = true, everySeconds, isFixed = false } = options;
  const asked: QueryObserverOptions<T, Error> = {
    queryKey: key,
    queryFn: ({ signal }) => load(signal),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    ...(isFixed ? { staleTime: Number.POSITIVE_INFINITY } : {}),
    ...(everySeconds === undefined ? {} : { refetchInterval: everySeconds * SECOND }),
  };
  const full = queries.defaultQueryOptions(asked);
  full._optimisticResults = 'optimistic';
  const observer = useMemo(() => new QueryObserver<T, Error>(queries, full), []);
  const [, redraw] = useState(0);
  useEffect(() => observer.subscribe(() => redraw((count) => count + 1)), [observer]);
  useEffect(() => observer.setOptions(full), [observer, JSON.stringify(key), isEnabled, everySeconds]);
  const { data, error: failure, isPending, isPlaceholderData, failureReason } = observer.getOptimisticResult(full);
  // What is shown stays while the service is away: the bar over the page says so.
  const error = failure && !(isOffline(failure) && data !== undefined) ? failure : null;
  return {
    data: error ? undefined : data,
    error: error ? asCallError(error) : undefined,
    isLoading: isPending && isEnabled,
    isStale: isPlaceholderData,
    busy: error ? undefined : busyOf(failureReason),
    reload: () => void observer.refetch(),
  };
}

const asCallError = (error: Error): CallError =>
  error instanceof CallError ? error : new CallError({ code: 'unexpected', message: error.message, status: 0, requestId: null });

/** Keys of what was removed, as JSON. */
const removed = new Set<string>();

/** Runs the write that removes what is loaded under this key, which is not asked for from now on, unless the write fails. */
export async function removing(key: readonly unknown[], write: () => Promise<unknown>): Promise<void> {
  const name = JSON.stringify(key);
  removed.add(name);
  try {
    await queries.cancelQueries({ queryKey: key });
    await write();
  } catch (error) {
    removed.delete(name);
    throw error;
  }
}

/** After a write: what starts with this key is asked again. */
export const forget = (...key: readonly unknown[]): void =>
  void queries.invalidateQueries({ queryKey: key, predicate: (query) => !removed.has(JSON.stringify(query.queryKey)) });

/** As `forget`, and waits until what is shown of it has been read again. */
export const refetch = (...key: readonly unknown[]): Promise<void> => queries.invalidateQueries({ queryKey: key });
