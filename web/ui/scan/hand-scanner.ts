/**
 * Tells a hand scanner from a person at the keyboard. A scanner is a keyboard that types very fast and ends with Enter;
 * it types by the keys of an English keyboard, whatever language the tablet is set to.
 */

export type KeyStroke = {
  readonly key: string
  /** Which key it was, whatever letter it gives: `KeyA`, `Digit1`. */
  readonly code: string
  /** Milliseconds. */
  readonly at: number
}

/** No person types so fast, stroke after stroke. */
const MOST_GAP_MS = 80
const MOST_AVERAGE_MS = 45
const SHORTEST = 3

const SIGNS: Readonly<Record<string, string>> = { Minus: '-', Slash: '/', Period: '.', Comma: ',', Space: ' ' }

/** The sign of an English keyboard. */
function signOf({ key, code }: KeyStroke): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return letter ?? (/^[ -~]$/.test(key) ? key : (SIGNS[code] ?? key))
}

export class HandScanner {
  #strokes: KeyStroke[] = []

  /** Takes a stroke; answers the code, as it reads in the language of the tablet and as it was meant, when Enter ends it. */
  take(stroke: KeyStroke): readonly string[] | null {
    const last = this.#strokes.at(-1)
    if (last !== undefined && stroke.at - last.at > MOST_GAP_MS) this.#strokes = []
    if (stroke.key === 'Enter') {
      const strokes = this.#strokes
      this.#strokes = []
      const [first] = strokes
      if (first === undefined || strokes.length < SHORTEST) return null
      if ((stroke.at - first.at) / strokes.length > MOST_AVERAGE_MS) return null
      const read = strokes.map(({ key }) => key).join('')
      const meant = strokes.map(signOf).join('')
      return read === meant ? [read] : [meant, read]
    }
    // Shift and the like come between the letters
    if (stroke.key.length === 1) this.#strokes.push(stroke)
    return null
  }

  /** How many signs have come in a row: they stand in the field that has the cursor, and are to be taken out again. */
  get length(): number {
    return this.#strokes.length
  }
}
