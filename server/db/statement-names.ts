/** Which statements are worth preparing under a name, so that the engine plans them once. */

const PATTERN = /\slike\s/
const USES_BEFORE_NAME = 2
const MOST_NAMES = 500
const MOST_WATCHED = 2_000

/**
 * Gives a text that keeps coming back a name of its own; a text seen for the first time gets none.
 * Both memories are bounded, so texts made up at run time (filters) cannot fill the server's memory.
 */
export class StatementNames {
  #names = new Map<string, string>()
  #uses = new Map<string, number>()
  #next = 1

  /** The name of this text, or '' when it is to run unnamed. */
  nameOf(text: string): string {
    // how to find a pattern depends on the pattern: its plan is made for each anew
    if (PATTERN.test(text)) return ''
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= MOST_NAMES) return ''
    const uses = (this.#uses.get(text) ?? 0) + 1
    if (uses < USES_BEFORE_NAME) {
      if (this.#uses.size >= MOST_WATCHED) this.#uses.clear()
      this.#uses.set(text, uses)
      return ''
    }
    this.#uses.delete(text)
    const name = `s${this.#next++}`
    this.#names.set(text, name)
    return name
  }

  /** Forgets every name, because the tables below the prepared statements changed. */
  forget(): void {
    this.#names.clear()
  }
}
