/** Fits typed inputs to the contract before a query is sent. So a refused input never ends a session (C-79). */
import type { z } from 'zod'
import type { InputOf, QueryContract } from '#kernel/contract.ts'

type Issue = z.core.$ZodIssue
type Holder = Record<PropertyKey, unknown>

/** An input has few fields. If it still does not fit after this many rounds, it is sent as it is. */
const MOST_ROUNDS = 20

/**
 * Shortens texts, limits figures to their bounds, and drops unknown options and fields. Returns an input that fits
 * unchanged.
 */
export function fitToContract<C extends QueryContract>(contract: C, input: InputOf<C>): InputOf<C> {
  let fitted: unknown = input
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const result = contract.input.safeParse(fitted)
    if (result.success) return fitted as InputOf<C>
    if (round === 0) fitted = structuredClone(input)
    // From the last to the first, because dropping an entry of a list moves those after it.
    for (const issue of result.error.issues.toReversed()) mend(fitted, issue)
  }
  return input
}

function mend(input: unknown, issue: Issue): void {
  if (issue.code === 'unrecognized_keys') {
    const holder = at(input, issue.path)
    if (holder !== null) for (const key of issue.keys) delete holder[key]
    return
  }
  const name = issue.path.at(-1)
  const holder = at(input, issue.path.slice(0, -1))
  if (name === undefined || holder === null) return
  const before = holder[name]
  const after = mended(before, issue)
  if (after !== undefined && after !== before) holder[name] = after
  else if (Array.isArray(holder)) holder.splice(Number(name), 1)
  else delete holder[name]
}

/** Returns a value that fits in place of the given one, or undefined. */
function mended(value: unknown, issue: Issue): unknown {
  if (issue.code === 'too_big' && typeof value === 'string')
    return Array.from(value).slice(0, Number(issue.maximum)).join('')
  if (issue.code === 'too_big' && typeof value === 'number') return Number(issue.maximum)
  if (issue.code === 'too_small' && typeof value === 'number') return Number(issue.minimum)
  if (issue.code === 'too_big' && Array.isArray(value)) return value.slice(0, Number(issue.maximum))
  // These characters do not occur in texts of people.
  if (issue.code === 'custom' && typeof value === 'string') return value.replaceAll(/[\p{Cs}\p{Cc}]/gu, '')
  return undefined
}

function at(input: unknown, path: readonly PropertyKey[]): Holder | null {
  let found = input
  for (const key of path) {
    if (typeof found !== 'object' || found === null) return null
    found = (found as Holder)[key]
  }
  return typeof found === 'object' && found !== null ? (found as Holder) : null
}
