import { VisuallyHidden } from '@mantine/core'
import { Accessibility, KeyboardSensor } from '@dnd-kit/dom'
import { type DragDropEventHandlers, DragDropProvider } from '@dnd-kit/react'
import { isSortable } from '@dnd-kit/react/sortable'
import type { TFunction } from 'i18next'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DragSettings, dragPlugins, POINTER } from '#web/ui/dragging/drag-plugins.ts'
import type { DragData } from './use-dragged-row.ts'

type Stop = { readonly id: string | number }

type Props<S extends Stop> = {
  stops: readonly S[]
  /** Called when a stop is dropped, not before: Escape leaves everything as it was. */
  setStops: (stops: readonly S[]) => void
  movedTo: (stops: readonly S[], from: number, to: number) => readonly S[]
  /** Draws the stops in the order to show, which is another one while a stop is dragged. */
  children: (shown: readonly S[]) => ReactNode
}

/**
 * Lets a person drag stops into another order by mouse, by touch, or by keyboard with the grip. Tells a screen reader where
 * the stop is: the library would tell it only after a pause, and not at all if the next key comes first.
 */
export function DraggedOrder<S extends Stop>({ stops, setStops, movedTo, children }: Props<S>) {
  const { t, i18n } = useTranslation('shipping')
  const settings = useMemo(() => dragSettings(t), [t])
  const [preview, setPreview] = useState<readonly S[] | null>(null)
  const [spoken, setSpoken] = useState('')
  // The next event may come before the page is drawn again.
  const latest = useRef<readonly S[]>(stops)
  const show = (order: readonly S[] | null) => {
    latest.current = order ?? stops
    setPreview(order)
  }
  const placeOf = (id: string | number) => latest.current.findIndex((stop) => stop.id === id)
  const say = (text: 'lifted' | 'moved' | 'dropped', { id, data }: { id: string | number; data: object }) =>
    setSpoken(t(`drag.${text}`, { ...(data as DragData), place: placeOf(id) + 1 }))

  const onDragStart: DragDropEventHandlers['onDragStart'] = ({ operation: { source } }) => {
    show(stops)
    if (source) say('lifted', source)
  }
  const onDragOver: DragDropEventHandlers['onDragOver'] = (event) => {
    // The library would swap the two stops, and would move locked ones.
    event.preventDefault()
    const { source, target } = event.operation
    if (!isSortable(source) || !target || source.id === target.id) return
    const from = placeOf(source.id)
    show(movedTo(latest.current, from, placeOf(target.id)))
    if (placeOf(source.id) !== from) say('moved', source)
  }
  const onDragEnd: DragDropEventHandlers['onDragEnd'] = ({ canceled, operation: { source } }) => {
    if (canceled) setSpoken(t('drag.cancelled'))
    else if (source) say('dropped', source)
    if (!canceled) setStops(latest.current)
    show(null)
  }
  return (
    <DragDropProvider
      key={i18n.language}
      {...settings}
      onDragStart={onDragStart}
      onDragOver={onDragOver}
      onDragEnd={onDragEnd}
    >
      {children(preview ?? stops)}
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
    </DragDropProvider>
  )
}

/** Returns the settings of the drag. The library reads them once, so a change of the language needs a new list. */
function dragSettings(t: TFunction<'shipping'>): DragSettings {
  const hint = Accessibility.configure({
    announcements: {},
    screenReaderInstructions: { draggable: t('drag.how') },
  })
  // A mouse or a finger picks up a stop anywhere on its row. The keyboard uses the grip.
  return { sensors: [POINTER, KeyboardSensor], plugins: dragPlugins(hint) }
}
