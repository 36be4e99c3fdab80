/** The order of the stops during a drag by pointer or keyboard, and what a screen reader is told about it. */
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DragData, StopId } from './stop-keys.ts'

export type Stop = { readonly id: StopId }

/** The stop that is dragged, and the order of all stops at this moment. */
type Drag = { readonly id: StopId; readonly order: readonly StopId[] }

/**
 * Returns the stops in the order of a drag; stops that came since are behind the others. Returns the same list if nothing changes,
 * and if no stop is dragged or the dragged one has left.
 */
function inOrder<S extends Stop>(stops: readonly S[], drag: Drag | null): readonly S[] {
  if (drag === null || !stops.some(({ id }) => id === drag.id)) return stops
  const places = new Map(drag.order.map((id, place) => [id, place]))
  const placeOf = ({ id }: S) => places.get(id) ?? places.size
  const ordered = stops.toSorted((a, b) => placeOf(a) - placeOf(b))
  return ordered.every((stop, place) => stop === stops[place]) ? stops : ordered
}

/**
 * Returns the order to show, and how a stop is lifted, moved, dropped and put back. `setStops` is called when a stop is
 * dropped. Stops that leave or come meanwhile do so in the shown order too.
 */
export function useDragOrder<S extends Stop>(stops: readonly S[], setStops: (stops: readonly S[]) => void) {
  const { t } = useTranslation('shipping')
  const [drag, setDrag] = useState<Drag | null>(null)
  const [spoken, setSpoken] = useState('')
  // The next event may come before the page is drawn again.
  const latest = useRef<Drag | null>(null)
  const shownNow = () => inOrder(stops, latest.current)
  const show = (next: Drag | null) => {
    latest.current = next
    setDrag(next)
  }
  const idsOf = (order: readonly S[]) => order.map(({ id }) => id)
  const placeOf = (id: StopId) => shownNow().findIndex((stop) => stop.id === id)
  const say = (text: 'lifted' | 'moved' | 'dropped', id: StopId, data: DragData) =>
    setSpoken(t(`drag.${text}`, { ...data, place: placeOf(id) + 1 }))
  const move = (id: StopId, data: DragData, to: (shown: readonly S[], from: number) => readonly S[]) => {
    const from = placeOf(id)
    show({ id, order: idsOf(to(shownNow(), from)) })
    if (placeOf(id) !== from) say('moved', id, data)
  }
  const lift = (id: StopId, data: DragData) => {
    show({ id, order: idsOf(stops) })
    say('lifted', id, data)
  }
  const drop = (id: StopId, data: DragData) => {
    say('dropped', id, data)
    setStops(shownNow())
    show(null)
  }
  const cancel = () => {
    setSpoken(t('drag.cancelled'))
    show(null)
  }
  return { shown: inOrder(stops, drag), spoken, placeOf, lift, move, drop, cancel }
}
