/**
 * An expected "no" is a value. Rules return it, commands stop with it, and the page shows it in the person's
 * language.
 */

export const REFUSAL_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  refused: 422,
  tooMany: 429,
  unavailable: 503,
} as const

export type RefusalKind = keyof typeof REFUSAL_STATUS

/**
 * The reason why something is not allowed. `code` is a key below `refusal.` in the tables of texts. `details` fill the
 * placeholders of that text, and tell the page which field or record is concerned.
 */
export type Refusal = {
  readonly kind: RefusalKind
  readonly code: string
  readonly details?: Readonly<Record<string, unknown>>
}

export const refusal = (kind: RefusalKind, code: string, details?: Record<string, unknown>): Refusal =>
  details === undefined ? { kind, code } : { kind, code, details }

/** Carries a refusal out of a command; whatever the command did is rolled back. */
export class Refused extends Error {
  readonly refusal: Refusal
  constructor(reason: Refusal) {
    super(`${reason.kind}: ${reason.code}`)
    this.name = 'Refused'
    this.refusal = reason
  }
}

/** Stops the command and rolls back its changes. */
export function refuse(kind: RefusalKind, code: string, details?: Record<string, unknown>): never {
  throw new Refused(refusal(kind, code, details))
}

/** Stops the command with `reason` if a rule returned one; does nothing for null. */
export function stopOn(reason: Refusal | null | undefined): void {
  if (reason) throw new Refused(reason)
}

/** Returns the details as the texts take them: the number that decides the plural form is also `count`. */
export function textDetails({ details = {} }: Refusal): Record<string, unknown> {
  const counted = [details['count'], details['minutes'], details['seconds']].find((one) => typeof one === 'number')
  return counted === undefined ? { ...details } : { ...details, count: counted }
}

/** A refusal names at most this many records. */
const MOST_NAMED = 5

/** Returns the first names for the text of a refusal, with a sign if there are more. */
export const firstNames = (names: readonly string[]): string =>
  names.slice(0, MOST_NAMED).join(' · ') + (names.length > MOST_NAMED ? ' …' : '')

/** A record that a refusal names, with the address of its page. */
export type RefusedRecord = { readonly name: string; readonly to: string }

/** Returns the records that stand in the way, which the page shows as links; empty if the refusal names none. */
export const recordsOf = ({ details }: Refusal): readonly RefusedRecord[] =>
  Array.isArray(details?.['records']) ? (details['records'] as readonly RefusedRecord[]) : []
