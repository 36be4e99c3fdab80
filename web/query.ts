/** React's side of the api: `useAsk` for queries, `useRun` for commands. */
import {
  hashKey,
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CommandContract, HistoryContract, InputOf, OutputOf, QueryContract } from '#kernel/contract.ts'
import { Refused } from '#kernel/refusal.ts'
import { askQuery, type CallOptions, newKey, Offline, runCommand } from '#web/api.ts'

/** A refusal is an answer and is not asked again; a broken line is, twice. */
const worthRetrying = (failures: number, error: Error): boolean => !(error instanceof Refused) && failures < 2

/** An answer counts as fresh for so long unless the page says otherwise. */
const FRESH_MS = 30_000

/** Everything the page has read, shared by all screens. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: worthRetrying,
      retryDelay: (failures) => 300 * 2 ** failures,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

export type AskOptions = {
  /** What this answer is about (`orders`, `orders:12`): a change there refreshes it. */
  topics?: readonly string[]
  enabled?: boolean
  /** Milliseconds for which the answer counts as fresh; 30 s unless given. */
  staleTime?: number
  /** Shows the previous answer while another input is being read (lists). */
  keepPrevious?: boolean
  /** Asked anew whenever a screen opens and then left as it is: what a form starts from. */
  afresh?: boolean
  /** A 401 is an error like others instead of opening the sign-in dialog. */
  withoutSignIn?: boolean
}

/** A server that does not answer for so long is taken as not to be reached, where something else can be shown. */
const PATIENCE_MS = 4_000

/** Queries that show what the device has: no answer of the server, so never fresh. */
const standingIn = new Set<string>()

/** Asks, and when the server cannot be reached takes what the device has instead, if it has anything. */
async function askOrStandIn<C extends QueryContract>(
  contract: C,
  input: InputOf<C>,
  options: CallOptions & { signal: AbortSignal },
  standIn: () => Promise<OutputOf<C> | null>,
  hash: string,
): Promise<OutputOf<C>> {
  try {
    const answer = await askQuery(contract, input, { ...options, patience: PATIENCE_MS })
    standingIn.delete(hash)
    return answer
  } catch (error) {
    // a device that cannot be read has nothing
    const found = error instanceof Offline ? await standIn().catch(() => null) : null
    if (found === null) throw error
    standingIn.add(hash)
    return found
  }
}

/** Reads a query and keeps it fresh: another person's change arrives by its topics. */
export function useAsk<C extends QueryContract>(
  contract: C,
  input: InputOf<C>,
  options: AskOptions & {
    /** What is shown when the server cannot be reached, made from what the device has; null when it has nothing. */
    standIn?: (() => Promise<OutputOf<C> | null>) | undefined
  } = {},
) {
  const [opening] = useState(() => (options.afresh ? [newKey()] : []))
  return useQuery<OutputOf<C>>({
    queryKey: [contract.name, input, ...opening],
    queryFn: ({ signal, queryKey }) => {
      const call = { signal, withoutSignIn: options.withoutSignIn ?? false }
      return options.standIn
        ? askOrStandIn(contract, input, call, options.standIn, hashKey(queryKey))
        : askQuery(contract, input, call)
    },
    meta: {
      topics: options.topics ?? [contract.name.split('.')[0] ?? contract.name],
      afresh: options.afresh ?? false,
    },
    enabled: options.enabled ?? true,
    staleTime: ({ queryHash }) => (standingIn.has(queryHash) ? 0 : (options.staleTime ?? FRESH_MS)),
    ...(options.afresh ? { staleTime: Infinity, gcTime: 0 } : {}),
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Reads the history of a record page by page, the newest first, and all that is shown again when the record changes. */
export function useAskHistory(contract: HistoryContract, id: number, topics: readonly string[]) {
  return useInfiniteQuery({
    queryKey: [contract.name, { id }],
    queryFn: ({ signal, pageParam }) =>
      askQuery(contract, pageParam === null ? { id } : { id, before: pageParam }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ rows, more }) => (more ? rows.at(-1)?.id : undefined),
    meta: { topics },
  })
}

export type RunHookOptions<C extends CommandContract> = {
  onSuccess?: (output: OutputOf<C>, input: InputOf<C>) => void
  onError?: (error: Error, input: InputOf<C>) => void
  /** Topics to refresh at once, without waiting for the live update. */
  invalidates?: readonly string[]
}

/**
 * Runs a command from a screen. When the line broke and the same input is sent again, it carries the same
 * idempotency key, so that pressing twice or retrying never does the thing twice.
 */
export function useRun<C extends CommandContract>(contract: C, options: RunHookOptions<C> = {}) {
  const client = useQueryClient()
  const unknownOutcome = useRef<{ body: string; key: string } | null>(null)
  return useMutation<OutputOf<C>, Error, InputOf<C>>({
    mutationKey: [contract.name],
    mutationFn: async (input) => {
      const body = JSON.stringify(input)
      const key = unknownOutcome.current?.body === body ? unknownOutcome.current.key : newKey()
      unknownOutcome.current = { body, key }
      try {
        const output = await runCommand(contract, input, { idempotencyKey: key })
        unknownOutcome.current = null
        return output
      } catch (error) {
        // Only a clear "no" settles the outcome; after silence or a fault the command may have been done.
        if (error instanceof Refused) unknownOutcome.current = null
        throw error
      }
    },
    retry: (failures, error) => error instanceof Offline && failures < 1,
    onSuccess: (output, input) => {
      if (options.invalidates) invalidateTopics(client, options.invalidates)
      options.onSuccess?.(output, input)
    },
    onError: (error, input) => options.onError?.(error, input),
  })
}

/** Refreshes every answer that is about one of the topics. */
export function invalidateTopics(client: QueryClient, topics: readonly string[]): void {
  const changed = new Set(topics)
  void client.invalidateQueries({
    predicate: (query) => {
      const about = query.meta?.topics
      return Array.isArray(about) && about.some((topic) => changed.has(String(topic)))
    },
  })
}
