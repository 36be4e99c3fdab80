/** The minutes after a press in which it can be undone. */
export const UNDO_MINUTES = 10
