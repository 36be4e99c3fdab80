/** Moves entries to other days, undoes moves, and remembers the last refusal. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { type Day, dayOf } from '#kernel/day.ts'
import type { MoveContract } from '#kernel/days/moving.ts'
import { Refused } from '#kernel/refusal.ts'
import { newKey, Offline, runNamed } from '#web/api.ts'
import { showWeekday } from '#web/format.ts'
import { say } from '#web/ui/say.tsx'
import { calendarDay, calendarDays, type Entry, type Kind } from '../domain/contract.ts'
import { keyOf, type Move } from '../domain/moves.ts'

export type RefusedMove = Move & { readonly error: unknown }

/** Sends the move. After a failed connection it is sent once more with the same key, so that it has one effect. */
async function send(command: string, { entry, day }: Move): Promise<OutputOf<MoveContract>> {
  const options = { idempotencyKey: newKey() }
  const call = () => runNamed(command, { id: entry.id, day, version: entry.version }, options)
  const answer = await call().catch((error: unknown) => {
    if (error instanceof Offline) return call()
    throw error
  })
  return answer as OutputOf<MoveContract>
}

/** Returns the name of an entry for messages: its code and its title. */
export const nameOf = ({ code, title }: Entry): string => [code, title].filter(Boolean).join(' ')

export function useMoves(kinds: readonly Kind[]) {
  const { t } = useTranslation('calendar')
  const client = useQueryClient()
  const [moves, setMoves] = useState<readonly Move[]>([])
  const [refused, setRefused] = useState<RefusedMove | null>(null)

  const readAgain = () =>
    client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === calendarDays.name || queryKey[0] === calendarDay.name,
    })

  /** Says why an entry cannot be moved to any day. */
  const refuseFixed = (entry: Entry): void => {
    if (entry.fixed) setRefused({ entry, day: entry.day, error: new Refused(entry.fixed) })
  }

  /** Moves an entry, and offers to undo the move unless the former day has passed. */
  const move = async (entry: Entry, day: Day): Promise<void> => {
    const command = kinds.find(({ name }) => name === entry.kind)?.move
    if (!command || day === entry.day || moves.some((one) => keyOf(one.entry) === keyOf(entry))) return
    if (entry.fixed) return refuseFixed(entry)
    const going = { entry, day }
    setRefused(null)
    setMoves((before) => [...before, going])
    try {
      const { version } = await send(command, going)
      const undo = () => void move({ ...entry, day, version }, entry.day)
      const canReturn = entry.day >= dayOf(new Date().toISOString())
      say.done(t('moved', { what: nameOf(entry), day: showWeekday(day) }), canReturn ? undo : undefined)
    } catch (error) {
      setRefused({ entry, day, error })
    }
    await readAgain().catch(() => undefined)
    setMoves((before) => before.filter((one) => one !== going))
  }

  return {
    moves,
    refused,
    move,
    refuseFixed,
    forgetRefusal: () => setRefused(null),
    isMoving: (entry: Entry) => moves.some((one) => keyOf(one.entry) === keyOf(entry)),
    mayMove: (entry: Entry) => Boolean(kinds.find(({ name }) => name === entry.kind)?.move),
  }
}
export type Moves = ReturnType<typeof useMoves>
