/** A text that counts how often its characters are read, and stops its reader when that becomes too often. */

/** The reader looked at more characters than it may. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps'
}

/**
 * Stands for a text where the generated parser reads one: it offers the methods of `String` that the parser calls.
 * Each call is one step. Throws TooManySteps after `most` steps.
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

  /** How many steps were taken so far. */
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

  /** Copies a part that was read already. */
  substring(start: number, end: number): string {
    return this.#text.substring(start, end)
  }

  #step(): void {
    this.#steps += 1
    if (this.#steps > this.#most) throw new TooManySteps(`The text was read more than ${this.#most} times`)
  }
}
