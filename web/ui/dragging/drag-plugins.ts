/** How things are picked up with mouse and finger, on every page. */
import { Accessibility, Feedback, PointerSensor, StyleInjector } from '@dnd-kit/dom'
import type { DragDropProvider } from '@dnd-kit/react'
import type { ComponentProps } from 'react'
import { styleNonce } from '#web/api.ts'

export type DragSettings = Pick<ComponentProps<typeof DragDropProvider>, 'plugins' | 'sensors'>
type Plugins = Extract<NonNullable<DragSettings['plugins']>, readonly unknown[]>

/**
 * Picks a thing up anywhere on it; on a touch screen after a short hold, so that the page can still be scrolled.
 */
export const POINTER = PointerSensor.configure({ activatorElements: (source) => [source.element] })

/** Returns the plugins of a drag. `spoken` is what a screen reader says; pages that tell it by themselves leave it out. */
export const dragPlugins =
  (...spoken: Plugins): DragSettings['plugins'] =>
  (defaults) => [
    ...defaults.filter((plugin) => plugin !== Accessibility && plugin !== Feedback),
    ...spoken,
    // The library places the dragged thing by a style sheet, and measures it there for the next arrow key.
    StyleInjector.configure({ nonce: styleNonce() }),
    // While a dropped thing glides to its place, the library ignores the keyboard, so this animation takes no time.
    // Without an animation the library would not return the focus to the grip.
    Feedback.configure({ dropAnimation: () => undefined }),
  ]
