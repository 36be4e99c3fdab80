/** Sets how a stop is picked up, and what a screen reader says while it is dragged. */
import { Accessibility, KeyboardSensor } from '@dnd-kit/dom'
import { isSortable } from '@dnd-kit/react/sortable'
import type { TFunction } from 'i18next'
import { type DragSettings, dragPlugins, POINTER } from '#web/ui/dragging/drag-plugins.ts'

type Operation = { readonly source: Parameters<typeof isSortable>[0] }
type Event = { readonly operation: Operation }

/** What a dragged stop tells about itself, for screen readers. */
export type DragData = { readonly name: string; readonly total: number }

// A mouse or a finger picks up a stop anywhere on its row. The keyboard uses the grip.
const SENSORS: DragSettings['sensors'] = [POINTER, KeyboardSensor]

/** Returns the settings of the drag. The library reads them once, so a change of the language needs a new list. */
export function dragSettings(t: TFunction<'shipping'>): DragSettings {
  let announced: number | null = null
  const say = (text: 'lifted' | 'moved' | 'dropped', { source }: Operation) => {
    if (!isSortable(source)) return undefined
    const { name, total } = source.data as DragData
    announced = source.sortable.index
    return t(`drag.${text}`, { name, place: announced + 1, total })
  }
  const spoken = Accessibility.configure({
    announcements: {
      dragstart: ({ operation }: Event) => say('lifted', operation),
      // The library also reports a stop that is over its own place.
      dragover: ({ operation }: Event) =>
        isSortable(operation.source) && operation.source.sortable.index !== announced
          ? say('moved', operation)
          : undefined,
      dragend: ({ operation, canceled }: Event & { canceled: boolean }) =>
        canceled ? t('drag.cancelled') : say('dropped', operation),
    },
    screenReaderInstructions: { draggable: t('drag.how') },
  })
  return {
    sensors: SENSORS,
    plugins: dragPlugins(spoken),
  }
}
