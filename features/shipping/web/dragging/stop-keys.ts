/** What the grips of the stops share with their list, so that the keyboard moves a stop. */
import { createContext, type KeyboardEvent } from 'react'

export type StopId = string | number

/** What a dragged stop tells about itself, for screen readers. */
export type DragData = { readonly name: string; readonly total: number }

type Keys = {
  /** The stop that the keyboard holds, or null. */
  readonly held: StopId | null
  /** The id of the element that says how the keyboard moves a stop. */
  readonly hint: string
  readonly onKey: (event: KeyboardEvent, id: StopId, data: DragData) => void
  /** Drops the stop where it is, if the keyboard holds it. */
  readonly release: (id: StopId, data: DragData) => void
}

export const StopKeys = createContext<Keys>({
  held: null,
  hint: '',
  onKey: () => undefined,
  release: () => undefined,
})
