/** Sets how a stop is picked up, and what a screen reader says while it is dragged. */
import { Accessibility, Feedback, KeyboardSensor, PointerSensor, StyleInjector } from '@dnd-kit/dom'
import type { DragDropProvider } from '@dnd-kit/react'
import { isSortable } from '@dnd-kit/react/sortable'
import type { TFunction } from 'i18next'
import type { ComponentProps } from 'react'
import { styleNonce } from '#web/api.ts'

type Settings = Pick<ComponentProps<typeof DragDropProvider>, 'plugins' | 'sensors'>
type Operation = { readonly source: Parameters<typeof isSortable>[0] }
type Event = { readonly operation: Operation }

/** What a dragged stop tells about itself, for screen readers. */
export type DragData = { readonly name: string; readonly total: number }

// A mouse or a finger picks up a stop anywhere on its row; on a touch screen after a short hold, so that the list can
// still be scrolled. The keyboard uses the grip.
const SENSORS: Settings['sensors'] = [
  PointerSensor.configure({ activatorElements: (source) => [source.element] }),
  KeyboardSensor,
]

/** Returns the settings of the drag. The library reads them once, so a change of the language needs a new list. */
export function dragSettings(t: TFunction<'shipping'>): Settings {
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
    plugins: (defaults) => [
      ...defaults.filter((plugin) => plugin !== Accessibility && plugin !== Feedback),
      spoken,
      // The library places the dragged stop by a style sheet, and measures it there for the next arrow key.
      StyleInjector.configure({ nonce: styleNonce() }),
      // While a dropped stop glides to its place, the library ignores the keyboard, so this animation takes no time.
      // Without an animation the library would not return the focus to the grip.
      Feedback.configure({ dropAnimation: () => undefined }),
    ],
  }
}
