/** Shows what the product does before it is ready: on a terminal in one line that is rewritten, otherwise in a few lines. Runs on Node 20. */

/** Without a terminal so many lines follow the first one of a long step. */
const PARTS = 4

/** Erases the line of the cursor and returns to its beginning. */
const ERASE = '\r\u001B[2K'

/** Returns the text of a step: `Installing packages… 213 of 398`. Nothing is counted without `all`. */
export const statusText = (title, done, all) => (all ? `${title}… ${done} of ${all}` : `${title}…`)

/** Returns a line that tells on `stream` what happens. */
export function statusLine(stream = process.stdout) {
  let title = ''
  let part = 0
  let shown = ''
  return {
    /** Shows a step, and with `all` how much of it is done. */
    show(step, done = 0, all = 0) {
      const text = statusText(step, done, all)
      if (stream.isTTY) {
        if (text !== shown) stream.write(`${ERASE}${text}`)
        shown = text
        return
      }
      let reached = 0
      while (all && (reached + 1) * all <= done * PARTS) reached += 1
      if (step === title && reached <= part) return
      title = step
      part = reached
      stream.write(`${text}\n`)
    },
    /** Removes the line from a terminal, so that other text can follow. */
    clear() {
      if (stream.isTTY && shown !== '') stream.write(ERASE)
      shown = ''
    },
  }
}
