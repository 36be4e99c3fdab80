import { VisuallyHidden } from '@mantine/core'
import { type DragDropEventHandlers, DragDropProvider } from '@dnd-kit/react'
import { isSortable } from '@dnd-kit/react/sortable'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DragSettings, dragPlugins, POINTER } from '#web/ui/dragging/drag-plugins.ts'
import { type DragData, type StopId, StopKeys } from './stop-keys.ts'

type Stop = { readonly id: StopId }

type Props<S extends Stop> = {
  stops: readonly S[]
  /** Called when a stop is dropped, not before: Escape leaves everything as it was. */
  setStops: (stops: readonly S[]) => void
  /** Returns the stops with the one at `from` at the position of the one at `to`, over which the pointer is. */
  movedTo: (stops: readonly S[], from: number, to: number) => readonly S[]
  /** Returns the stops with the one at `place` so many steps further. */
  movedBy: (stops: readonly S[], place: number, step: number) => readonly S[]
  /** Draws the stops in the order to show, which is another one while a stop is dragged. */
  children: (shown: readonly S[]) => ReactNode
}

/**
 * Returns the stops in the order of these ids; further stops are behind them. Returns the same list if nothing changes, and if
 * `ids` is null.
 */
function inOrder<S extends Stop>(stops: readonly S[], ids: readonly StopId[] | null): readonly S[] {
  if (ids === null) return stops
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ id }: S) => places.get(id) ?? ids.length
  const ordered = stops.toSorted((a, b) => placeOf(a) - placeOf(b))
  return ordered.every((stop, place) => stop === stops[place]) ? stops : ordered
}

/**
 * Lets a person drag stops into another order by mouse, by touch, or by keyboard with the grip. Tells a screen reader where
 * the stop is: the library would tell it only after a pause, and not at all if the next key comes first. The keyboard does
 * not go through the library either, which measures the drawn stop for each key and so loses a key that comes earlier.
 */
export function DraggedOrder<S extends Stop>({ stops, setStops, movedTo, movedBy, children }: Props<S>) {
  const { t } = useTranslation('shipping')
  const settings = useMemo((): DragSettings => ({ sensors: [POINTER], plugins: dragPlugins() }), [])
  const hint = useId()
  const [ids, setIds] = useState<readonly StopId[] | null>(null)
  const [heldId, setHeldId] = useState<StopId | null>(null)
  const [spoken, setSpoken] = useState('')
  // The next event may come before the page is drawn again.
  const latest = useRef<readonly StopId[] | null>(null)
  const shownNow = () => inOrder(stops, latest.current)
  const show = (order: readonly S[] | null) => {
    latest.current = order?.map(({ id }) => id) ?? null
    setIds(latest.current)
  }
  const placeOf = (id: StopId) => shownNow().findIndex((stop) => stop.id === id)
  const say = (text: 'lifted' | 'moved' | 'dropped', id: StopId, data: DragData) =>
    setSpoken(t(`drag.${text}`, { ...data, place: placeOf(id) + 1 }))
  const move = (id: StopId, data: DragData, to: (shown: readonly S[], from: number) => readonly S[]) => {
    const from = placeOf(id)
    show(to(shownNow(), from))
    if (placeOf(id) !== from) say('moved', id, data)
  }
  const lift = (id: StopId, data: DragData) => {
    show(stops)
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

  const onDragStart: DragDropEventHandlers['onDragStart'] = ({ operation: { source } }) => {
    setHeldId(null)
    if (source) lift(source.id, source.data as DragData)
  }
  const onDragOver: DragDropEventHandlers['onDragOver'] = (event) => {
    // The library would swap the two stops, and would move locked ones.
    event.preventDefault()
    const { source, target } = event.operation
    if (!isSortable(source) || !target || source.id === target.id) return
    move(source.id, source.data as DragData, (shown, from) => movedTo(shown, from, placeOf(target.id)))
  }
  const onDragEnd: DragDropEventHandlers['onDragEnd'] = ({ canceled, operation: { source } }) => {
    if (canceled || !source) cancel()
    else drop(source.id, source.data as DragData)
  }

  // A stop that has left the list while it was held is held no longer.
  const held = heldId !== null && stops.some(({ id }) => id === heldId) ? heldId : null
  const release = (id: StopId, data: DragData) => {
    if (held !== id) return
    drop(id, data)
    setHeldId(null)
  }
  const onKey = (event: KeyboardEvent, id: StopId, data: DragData) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const isMain = event.key === ' ' || event.key === 'Enter'
    if (isMain || (held === id && (step !== 0 || event.key === 'Escape'))) event.preventDefault()
    if (held !== id) {
      if (!isMain || event.repeat) return
      lift(id, data)
      setHeldId(id)
    } else if (step !== 0) move(id, data, (shown, from) => movedBy(shown, from, step))
    else if (isMain && !event.repeat) release(id, data)
    else if (event.key === 'Escape') {
      cancel()
      setHeldId(null)
    }
  }
  return (
    <StopKeys value={{ held, hint, onKey, release }}>
      <DragDropProvider {...settings} onDragStart={onDragStart} onDragOver={onDragOver} onDragEnd={onDragEnd}>
        {children(inOrder(stops, ids))}
        <span id={hint} hidden>
          {t('drag.how')}
        </span>
        <VisuallyHidden role="status">{spoken}</VisuallyHidden>
      </DragDropProvider>
    </StopKeys>
  )
}
