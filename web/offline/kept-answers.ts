/** Answers that stay on the device, for the hours in which the server cannot be reached. */
import { useEffect, useState } from 'react'
import type { InputOf, OutputOf, QueryContract } from '#kernel/contract.ts'
import { Offline, ServerFault } from '#web/api.ts'
import { useLineState } from '#web/live/live.ts'
import { useAsk } from '#web/query.ts'
import { usePerson } from '#web/session.ts'
import { keepAnswer, keptAnswer, nameOf } from './kept-store.ts'

export { forgetKept } from './kept-store.ts'

/** A server that is silent for so long is taken as not to be reached for the time being. */
const SILENCE_MS = 1_500

/** True when the server was not reached, or failed: what is on the device is better than nothing. */
const isCutOff = (error: unknown): boolean => error instanceof Offline || error instanceof ServerFault

export type KeptAskOptions = { topics?: readonly string[]; enabled?: boolean }

/**
 * `useAsk` whose last answer stays on the device: it is shown when the server cannot be reached. `keptAt` says since
 * when nothing newer is known, and is null as long as the answer is fresh.
 */
export function useKeptAsk<C extends QueryContract>(contract: C, input: InputOf<C>, options: KeptAskOptions = {}) {
  const personId = usePerson()?.id ?? null
  const line = useLineState()
  const query = useAsk(contract, input, options)
  const name = personId === null ? null : nameOf(personId, contract, input)
  const [kept, setKept] = useState<{ name: string; at: string; output: OutputOf<C> } | null>(null)
  const [silent, setSilent] = useState<string | null>(null)
  const enabled = options.enabled ?? true
  const { data, dataUpdatedAt } = query
  const missing = enabled && data === undefined

  useEffect(() => {
    if (personId === null || data === undefined) return
    void keepAnswer(personId, contract, input, data, new Date(dataUpdatedAt).toISOString()).catch(() => undefined)
    // the input is told apart by its name, not by its identity
    // oxlint-disable-next-line react/exhaustive-deps
  }, [name, data, dataUpdatedAt])

  useEffect(() => {
    if (personId === null || name === null || !missing) return
    let gone = false
    // a device that cannot be read or written has nothing to show
    void keptAnswer(personId, contract, input)
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
  const unsure = data !== undefined && (isCutOff(query.error) || line === 'reconnecting')
  return {
    ...query,
    data: standIn ? standIn.output : data,
    isPending: standIn ? false : query.isPending,
    error: standIn ? null : query.error,
    keptAt: standIn ? standIn.at : unsure ? new Date(dataUpdatedAt).toISOString() : null,
  }
}
