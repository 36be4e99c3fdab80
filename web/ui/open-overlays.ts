/** The open dialogs, drawers and questions, in the order in which they were opened. */

const opened: symbol[] = []

export type OpenOverlay = { readonly isUppermost: () => boolean; readonly release: () => void }

/** Notes that an overlay has been opened. Call `release` when it is closed. */
export function noteOverlay(): OpenOverlay {
  const own = Symbol('overlay')
  opened.push(own)
  return {
    isUppermost: () => opened.at(-1) === own,
    // Escape reaches every overlay in one event, so the one below becomes the uppermost only after that event
    release: () => {
      setTimeout(() => {
        const index = opened.indexOf(own)
        if (index >= 0) opened.splice(index, 1)
      })
    },
  }
}
