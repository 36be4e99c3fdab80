/** How long a person may undo a press, at the door and in a section. */
export const UNDO_MINUTES = 10

/** Reports whether a press at `pressedAt` may still be undone at `undoneAt`, by the same clock. */
export const isInTime = (pressedAt: string, undoneAt: string): boolean =>
  Date.parse(undoneAt) - Date.parse(pressedAt) <= UNDO_MINUTES * 60_000
