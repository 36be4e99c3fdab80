/** Decides which statements are prepared under a name, so that the engine plans them only once. */

const PATTERN = /\s(?:like|@@)\s/
const USES_BEFORE_NAME = 2
const MOST_NAMES = 500
const MOST_WATCHED = 2_000

/**
 * Names a statement that is repeated; a new statement gets no name. Both memories have a limit, so that statements
 * composed at run time (filters) cannot fill the memory.
 */
export class StatementNames {
  #names = new Map<string, string>()
  #uses = new Map<string, number>()
  #next = 1

  /** Returns the name of a statement; '' if it runs without a name. */
  nameOf(text: string): string {
    // the best plan for a pattern or for words depends on them, so each is planned anew
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

  /** Deletes all names after the tables of the prepared statements have changed. */
  forget(): void {
    this.#names.clear()
  }
}
