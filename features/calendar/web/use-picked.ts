/** Moves an entry by keys: Space picks it up, the arrows choose the day, Space drops it, Escape puts it back. */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#kernel/day.ts'
import { showWeekday } from '#web/format.ts'
import type { Entry } from '../domain/contract.ts'
import { dayAfterKey, keyOf, type Move } from '../domain/moves.ts'
import { type Moves, nameOf } from './use-moves.ts'

type Goal = Move & {
  /** True if the entry stays where it is drawn next. */
  readonly settled: boolean
}

/**
 * Gives the focus to an entry that is drawn anew, or to the heading of its day if the entry is folded away or not read yet. A
 * focus that the person has moved elsewhere stays. Returns true once the entry has it.
 */
function focusEntry({ entry, day }: Goal): boolean {
  const place = document.querySelector<HTMLElement>(`[data-entry="${keyOf(entry)}"]`)
  const heading = document.querySelector<HTMLElement>(`[data-day="${day}"] [data-open-day]`)
  const active = document.activeElement
  if (active !== document.body && active !== heading) return true
  ;(place ?? heading)?.focus()
  return place !== null
}

/** `show` opens the days that contain a day. */
export function usePicked(moves: Moves, show: (day: Day) => void) {
  const { t } = useTranslation('calendar')
  const [picked, setPicked] = useState<Move | null>(null)
  const [spoken, setSpoken] = useState('')
  // the entry that has the focus again as soon as it is drawn
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
    // a key that is held after picking up drops nothing
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
  // The keys arrive although the entry has left the screen with its week.
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
