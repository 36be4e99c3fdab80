/** Moves an entry by keys: Space picks it up, the arrows choose the day, Space drops it, Escape puts it back. */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#kernel/day.ts'
import { showWeekday } from '#web/format.ts'
import type { Entry } from '../domain/contract.ts'
import { dayAfterKey, keyOf, type Move } from '../domain/moves.ts'
import { type Moves, nameOf } from './use-moves.ts'

type Goal = Move & {
  /** False until the server has answered, because the entry may still go back to its day. */
  readonly settled: boolean
}

/**
 * Gives the focus to an entry after it was rendered on another day. The heading of the day gets it if the entry is not shown. A
 * focus that the person has moved elsewhere stays. Returns true as soon as the focus needs no further change.
 */
function focusEntry({ entry, day }: Goal): boolean {
  const place = document.querySelector<HTMLElement>(`[data-entry="${keyOf(entry)}"]`)
  const heading = document.querySelector<HTMLElement>(`[data-day="${day}"] [data-open-day]`)
  const active = document.activeElement
  if (active !== document.body && active !== heading) return true
  ;(place ?? heading)?.focus()
  return place !== null
}

/** Returns the entry that is being moved by keys, and what a screen reader says. `show` opens the view that contains a day. */
export function usePicked(moves: Moves, show: (day: Day) => void) {
  const { t } = useTranslation('calendar')
  const [picked, setPicked] = useState<Move | null>(null)
  const [spoken, setSpoken] = useState('')
  // the entry that gets the focus again as soon as it is rendered
  const wanted = useRef<Goal | null>(null)
  useEffect(() => {
    if (wanted.current === null || picked !== null) return
    if (focusEntry(wanted.current) && wanted.current.settled) wanted.current = null
  })

  const pick = (entry: Entry) => {
    if (moves.isMoving(entry)) return
    if (entry.fixed) return moves.refuseFixed(entry)
    moves.forgetRefusal()
    setPicked({ entry, day: entry.day })
    setSpoken(t('spoken.picked', { what: nameOf(entry), day: showWeekday(entry.day) }))
  }

  const putBack = ({ entry }: Move) => {
    setPicked(null)
    setSpoken(t('spoken.back', { what: nameOf(entry), day: showWeekday(entry.day) }))
    show(entry.day)
    wanted.current = { entry, day: entry.day, settled: true }
  }

  const drop = async (going: Move) => {
    const { entry, day } = going
    if (day === entry.day) return putBack(going)
    setPicked(null)
    setSpoken(t('spoken.dropped', { what: nameOf(entry), day: showWeekday(day) }))
    wanted.current = { ...going, settled: false }
    await moves.move(entry, day)
    wanted.current = { ...going, settled: true }
  }

  const onKey = (event: KeyboardEvent) => {
    if (picked === null || event.altKey || event.ctrlKey || event.metaKey) return
    const day = dayAfterKey(picked.day, event.key)
    const isDrop = event.code === 'Space' || event.key === 'Enter'
    if (day === null && !isDrop && event.key !== 'Escape' && event.key !== 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    // a Space that is still held down from picking up does not drop the entry
    if (isDrop && event.repeat) return
    if (day !== null) {
      setPicked({ ...picked, day })
      setSpoken(showWeekday(day))
      show(day)
    } else if (isDrop) void drop(picked)
    else putBack(picked)
  }
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  // The window listens, because the entry may belong to a week that is no longer shown.
  const isPicked = picked !== null
  useEffect(() => {
    if (!isPicked) return undefined
    const listen = (event: KeyboardEvent) => latest.current(event)
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [isPicked])

  return { picked, spoken, pick }
}
export type Picked = ReturnType<typeof usePicked>
