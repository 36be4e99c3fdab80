/** The operators of instrumented files (`instrument` in operators.ts). One of them at a time is replaced by another. */

export type Active = { readonly number: number; readonly after: string }

/** More steps than this, beside many times those of the unchanged rule, are a loop without an end. */
const STEPS = 300_000

export class Switches {
  /** The value of the left side of `&&`, `||` or `??`, until the next of these operators is reached. */
  left: unknown

  /** The numbers of the operators that were reached since `begin`. */
  reached = new Set<number>()

  /** The numbers of the `+` that joined texts. */
  readonly joining = new Set<number>()

  steps = 0

  private number = -1
  private after = ''
  private limit = Number.POSITIVE_INFINITY

  /** Changes one operator, or none with null, until the next call. Throws after many more steps than `usualSteps`. */
  begin(active: Active | null, usualSteps = Number.POSITIVE_INFINITY): void {
    this.number = active?.number ?? -1
    // `+=` and `-=` add and subtract first
    this.after = (active?.after ?? '').replace(/^([+-])=$/, '$1')
    this.limit = STEPS + usualSteps * 20
    this.steps = 0
    this.reached = new Set()
  }

  turn(): void {
    if (++this.steps > this.limit) throw new Error('The changed rule runs without an end.')
  }

  /** Reports whether the operator with this number is changed. */
  private isChanged(number: number): boolean {
    this.turn()
    this.reached.add(number)
    return number === this.number
  }

  literal<Value>(number: number, value: Value, other: Value): Value {
    return this.isChanged(number) ? other : value
  }

  not(number: number, value: unknown): boolean {
    return this.isChanged(number) ? Boolean(value) : !value
  }

  /** Reports whether `left && right` takes the right side. */
  and(number: number, left: unknown): boolean {
    return this.isChanged(number) ? !left : Boolean(left)
  }

  /** Reports whether `left || right` takes the right side. */
  or(number: number, left: unknown): boolean {
    return this.isChanged(number) ? Boolean(left) : !left
  }

  /** Reports whether `left ?? right` takes the right side. */
  nil(number: number, left: unknown): boolean {
    return this.isChanged(number) || left === null || left === undefined
  }

  two(number: number, operator: string, a: never, b: never): unknown {
    // `+` of two texts joins them, and there is no other operator for that
    if (operator === '+' && (typeof a === 'string' || typeof b === 'string')) {
      this.joining.add(number)
      return a + b
    }
    return compute(this.isChanged(number) ? this.after : operator, a, b)
  }
}

function compute(operator: string, a: never, b: never): unknown {
  switch (operator) {
    case '<':
      return a < b
    case '<=':
      return a <= b
    case '>':
      return a > b
    case '>=':
      return a >= b
    case '===':
      return a === b
    case '!==':
      return a !== b
    // these two are only used to compare with null, which then also means undefined
    case '==':
      return (a ?? null) === (b ?? null)
    case '!=':
      return (a ?? null) !== (b ?? null)
    case '+':
      return a + b
    case '-':
      return a - b
    default:
      throw new Error(`There is no operator ${operator} with two sides.`)
  }
}
