/** React hooks for the API: `useAsk` for queries, `useRun` for commands. */
import {
  hashKey,
  keepPreviousData,
  QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CommandContract, HistoryContract, InputOf, OutputOf, QueryContract } from '#kernel/contract.ts'
import { Refused } from '#kernel/refusal.ts'
import { askQuery, type CallOptions, newKey, Offline, runCommand, whenChanged } from '#web/api.ts'
import { isConcerned, noteAbout } from '#web/live/about.ts'

/** A refusal is final and not retried. Any other failure is retried twice. */
const worthRetrying = (failures: number, error: Error): boolean => !(error instanceof Refused) && failures < 2

/** An answer counts as current for this time unless the page sets another. */
const FRESH_MS = 30_000

/** All answers that the page has read, shared by all screens. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: worthRetrying,
      retryDelay: (failures) => 300 * 2 ** failures,
      networkMode: 'always',
      // What failed without a connection is read again. The stream of live updates may have outlived it, and then announces nothing.
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

export type AskOptions<Answer = never> = {
  /** Changes do not read the answer again, only the page does. */
  still?: boolean
  enabled?: boolean
  /** The milliseconds for which the answer counts as current. 30 s if left out. */
  staleTime?: number
  /** Shows the previous answer while the answer for another input loads (lists). */
  keepPrevious?: boolean
  /** Reads the answer at each opening of a screen and then leaves it unchanged, for the initial data of forms. */
  afresh?: boolean
  /** With true a 401 is an ordinary error and does not open the sign-in dialog. */
  withoutSignIn?: boolean
  /**
   * Reads what changed since the previous answer and returns the new answer, if a whole answer costs much more than a change of it. Null
   * if the whole answer must be read.
   */
  renew?: ((previous: Answer, call: CallOptions) => Promise<Answer | null>) | undefined
}

/** If other data can be shown, the server counts as unreachable after this time without an answer. */
const PATIENCE_MS = 4_000

/** Queries that show data of the device. These are no answers of the server, so they never count as current. */
const standingIn = new Set<string>()

/** Sends a query. If the server is unreachable, returns the data of the device, if there are any. */
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
    // A device that cannot be read has no data.
    const found = error instanceof Offline ? await standIn().catch(() => null) : null
    if (found === null) throw error
    standingIn.add(hash)
    return found
  }
}

/** Notes for the query of this client what its answer is about. */
const aboutOf = (client: QueryClient, queryKey: QueryKey) => (topics: readonly string[] | null) =>
  noteAbout(client.getQueryCache().find({ queryKey, exact: true }), topics)

/** Reads a query and keeps it current: changes of what it was read from read it again, as the server says. */
export function useAsk<C extends QueryContract>(
  contract: C,
  input: InputOf<C>,
  options: AskOptions<OutputOf<C>> & {
    /** Returns the data to show while the server is unreachable, from the device, or null. */
    standIn?: (() => Promise<OutputOf<C> | null>) | undefined
  } = {},
) {
  const [opening] = useState(() => (options.afresh ? [newKey()] : []))
  return useQuery<OutputOf<C>>({
    queryKey: [contract.name, input, ...opening],
    queryFn: async ({ client, signal, queryKey }) => {
      const again = { signal, withoutSignIn: options.withoutSignIn ?? false }
      const call = { ...again, about: aboutOf(client, queryKey) }
      const previous = options.renew && client.getQueryData<OutputOf<C>>(queryKey)
      const renewed = previous === undefined ? null : await options.renew?.(previous, again)
      if (renewed) return renewed
      return options.standIn
        ? askOrStandIn(contract, input, call, options.standIn, hashKey(queryKey))
        : askQuery(contract, input, call)
    },
    meta: { asked: !options.still, afresh: options.afresh ?? false },
    enabled: options.enabled ?? true,
    staleTime: ({ queryHash }) => (standingIn.has(queryHash) ? 0 : (options.staleTime ?? FRESH_MS)),
    ...(options.afresh ? { staleTime: Infinity, gcTime: 0 } : {}),
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Reads an answer before a part of the page asks for it with `useAsk`, and returns it. An answer that counts as current is not read again. */
export const readAhead = <C extends QueryContract>(contract: C, input: InputOf<C>): Promise<OutputOf<C>> =>
  queryClient.query<OutputOf<C>>({
    queryKey: [contract.name, input],
    queryFn: ({ client, signal, queryKey }) => askQuery(contract, input, { signal, about: aboutOf(client, queryKey) }),
    meta: { asked: true },
    retry: false,
  })

/** Reads the history of a record page by page, newest first. All shown pages are read again when the record changes. */
export function useAskHistory(contract: HistoryContract, id: number) {
  return useInfiniteQuery({
    queryKey: [contract.name, { id }],
    queryFn: ({ client, signal, pageParam, queryKey }) =>
      askQuery(contract, pageParam === null ? { id } : { id, before: pageParam }, {
        signal,
        about: aboutOf(client, queryKey),
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ rows, more }) => (more ? rows.at(-1)?.id : undefined),
    meta: { asked: true },
  })
}

export type RunHookOptions<C extends CommandContract> = {
  onSuccess?: (output: OutputOf<C>, input: InputOf<C>) => void
  onError?: (error: Error, input: InputOf<C>) => void
  /**
   * The filling-in of the form that sends the command: `true` if the form is filled in once, and otherwise another value each time it
   * begins again. One filling-in is executed once, however often it is sent: after a lost answer, by a second press, or after going back
   * to the page that is being left.
   */
  filling?: true | number
}

/**
 * Runs a command from a screen. After a failed connection the same input is sent with the same idempotency key. So a
 * second press or a retry has no second effect.
 */
export function useRun<C extends CommandContract>(contract: C, options: RunHookOptions<C> = {}) {
  const { filling } = options
  const used = useRef<{ of: unknown; key: string } | null>(null)
  return useMutation<OutputOf<C>, Error, InputOf<C>>({
    mutationKey: [contract.name],
    mutationFn: async (input) => {
      const of = filling ?? JSON.stringify(input)
      const key = used.current?.of === of ? used.current.key : newKey()
      used.current = { of, key }
      try {
        const output = await runCommand(contract, input, { idempotencyKey: key })
        if (filling === undefined) used.current = null
        return output
      } catch (error) {
        // Only a refusal settles the result. After a failure the command may have been executed.
        if (filling === undefined && error instanceof Refused) used.current = null
        throw error
      }
    },
    retry: (failures, error) => error instanceof Offline && failures < 1,
    onSuccess: (output, input) => options.onSuccess?.(output, input),
    onError: (error, input) => options.onError?.(error, input),
  })
}

/** Reads again every answer that a change may concern. */
export function readAgain(topics: readonly string[]): void {
  const changed = new Set(topics)
  void queryClient.invalidateQueries({ predicate: (query) => isConcerned(query, changed) })
}

// what the person has changed is read at once, without waiting for the live update
whenChanged(readAgain)
