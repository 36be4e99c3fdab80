/** How things are picked up with mouse and finger, on every page. */
import { Accessibility, Feedback, PointerSensor, StyleInjector } from '@dnd-kit/dom'
import type { DragDropProvider } from '@dnd-kit/react'
import type { ComponentProps } from 'react'
import { styleNonce } from '#web/api.ts'

export type DragSettings = Pick<ComponentProps<typeof DragDropProvider>, 'plugins' | 'sensors'>

/**
 * Picks a thing up anywhere on it; on a touch screen after a short hold, so that the page can still be scrolled.
 */
export const POINTER = PointerSensor.configure({ activatorElements: (source) => [source.element] })

/**
 * Returns the plugins of a drag. Keys move things without the library, so it says nothing to a screen reader and describes no
 * grip: the pages do it.
 */
export const dragPlugins = (): DragSettings['plugins'] => (defaults) => [
  ...defaults.filter((plugin) => plugin !== Accessibility && plugin !== Feedback),
  // The library places the dragged thing by a style sheet.
  StyleInjector.configure({ nonce: styleNonce() }),
  // A dropped thing is at its place at once, without an animation.
  Feedback.configure({ dropAnimation: () => undefined }),
]
