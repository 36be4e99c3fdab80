/** Answers stored on the device, for times when the server cannot be reached. */
import { useEffect, useState } from 'react'
import type { InputOf, OutputOf, QueryContract } from '#kernel/contract.ts'
import { Offline, ServerFault } from '#web/api.ts'
import { useConnectionState } from '#web/live/live.ts'
import { type AskOptions, useAsk } from '#web/query.ts'
import { usePerson } from '#web/session.ts'
import { cacheAnswer, cachedAnswer, nameOf } from './answer-cache.ts'

/** After this many milliseconds without an answer the server counts as unreachable for now. */
const SILENCE_MS = 1_500

/** Reports whether the server was unreachable or failed, so that stored data may be shown. */
const isCutOff = (error: unknown): boolean => error instanceof Offline || error instanceof ServerFault

export type CachedAskOptions<Answer = never> = Pick<AskOptions<Answer>, 'enabled' | 'renew' | 'still'>

/**
 * `useAsk` with its last answer stored on the device. The stored answer is shown while the server cannot be reached.
 * `cachedAt` is the moment of a stored answer, and null for a current one.
 */
export function useCachedAsk<C extends QueryContract>(
  contract: C,
  input: InputOf<C>,
  options: CachedAskOptions<OutputOf<C>> = {},
) {
  const personId = usePerson()?.id ?? null
  const connection = useConnectionState()
  const query = useAsk(contract, input, options)
  const name = personId === null ? null : nameOf(personId, contract, input)
  const [kept, setKept] = useState<{ name: string; at: string; output: OutputOf<C> } | null>(null)
  const [silent, setSilent] = useState<string | null>(null)
  const enabled = options.enabled ?? true
  const { data, dataUpdatedAt } = query
  const missing = enabled && data === undefined

  useEffect(() => {
    if (personId === null || data === undefined) return
    void cacheAnswer(personId, contract, input, data, new Date(dataUpdatedAt).toISOString()).catch(() => undefined)
    // The input is compared by its content and not by its identity.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [name, data, dataUpdatedAt])

  useEffect(() => {
    if (personId === null || name === null || !missing) return
    let gone = false
    // A device that cannot be read or written shows nothing.
    void cachedAnswer(personId, contract, input)
      .catch(() => null)
      .then((found) => {
        if (!gone && found !== null) setKept({ name, ...found })
      })
    const timer = setTimeout(() => setSilent(name), navigator.onLine ? SILENCE_MS : 0)
    return () => {
      gone = true
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react/exhaustive-deps
  }, [name, missing])

  const standIn =
    missing &&
    kept !== null &&
    kept.name === name &&
    (isCutOff(query.error) || (query.error === null && silent === name))
      ? kept
      : null
  const unsure = data !== undefined && (isCutOff(query.error) || connection === 'reconnecting')
  return {
    ...query,
    data: standIn ? standIn.output : data,
    isPending: standIn ? false : query.isPending,
    error: standIn ? null : query.error,
    cachedAt: standIn ? standIn.at : unsure ? new Date(dataUpdatedAt).toISOString() : null,
  }
}
