/**
 * Tells a hand scanner from a person at the keyboard. A scanner types very fast and ends with Enter. It presses the
 * keys of an English layout, whatever layout the tablet uses.
 */

export type KeyStroke = {
  readonly key: string
  /** The physical key, whatever letter it produces: `KeyA`, `Digit1`. */
  readonly code: string
  /** The moment of the press, in milliseconds. */
  readonly at: number
}

/** A person never types this fast for several keys in a row. */
const MOST_GAP_MS = 80
const MOST_AVERAGE_MS = 45
const SHORTEST = 3

const SIGNS: Readonly<Record<string, string>> = { Minus: '-', Slash: '/', Period: '.', Comma: ',', Space: ' ' }

/** Returns the character of the key in an English layout. */
function signOf({ key, code }: KeyStroke): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return letter ?? (/^[ -~]$/.test(key) ? key : (SIGNS[code] ?? key))
}

export class HandScanner {
  #strokes: KeyStroke[] = []

  /**
   * Takes one key press. Returns null until Enter ends a scan, and then the code: as the tablet's layout produced it,
   * and as the English layout produces it.
   */
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
    // Shift and similar keys come between the letters.
    if (stroke.key.length === 1) this.#strokes.push(stroke)
    return null
  }

  /**
   * Returns how many characters came in a row. The scanner has typed them into the focused field, from which they must
   * be removed.
   */
  get length(): number {
    return this.#strokes.length
  }
}
