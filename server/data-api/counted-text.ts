/** Counts how often the characters of a text are read, and throws when the count exceeds a limit. */

/** Thrown when the parser has read more characters than allowed. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps'
}

/**
 * Replaces a text that the generated parser reads. It offers the methods of `String` that the parser calls. Each call
 * is one step. Throws TooManySteps after `most` steps.
 */
export class CountedText {
  readonly length: number
  readonly #text: string
  readonly #most: number
  #steps = 0

  constructor(text: string, most: number) {
    this.#text = text
    this.#most = most
    this.length = text.length
  }

  /** Returns the number of steps so far. */
  get steps(): number {
    return this.#steps
  }

  charCodeAt(index: number): number {
    this.#step()
    return this.#text.charCodeAt(index)
  }

  charAt(index: number): string {
    this.#step()
    return this.#text.charAt(index)
  }

  codePointAt(index: number): number | undefined {
    this.#step()
    return this.#text.codePointAt(index)
  }

  substr(start: number, length: number): string {
    this.#step()
    return this.#text.slice(start, start + length)
  }

  /** Returns a part that was read already; this is no step. */
  substring(start: number, end: number): string {
    return this.#text.substring(start, end)
  }

  #step(): void {
    this.#steps += 1
    if (this.#steps > this.#most) throw new TooManySteps(`The text was read more than ${this.#most} times`)
  }
}
