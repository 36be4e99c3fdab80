/** An expected "no" is a value: rules return it, commands stop with it, the page says it in the person's language. */

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
 * Why something may not be done. `code` is a key of the locale files below `refusal.`;
 * `details` fill the places of that text and may carry what a page needs to point at the culprit.
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

/** Stops a command. */
export function refuse(kind: RefusalKind, code: string, details?: Record<string, unknown>): never {
  throw new Refused(refusal(kind, code, details))
}

/** Stops a command when a rule said no. */
export function stopOn(reason: Refusal | null | undefined): void {
  if (reason) throw new Refused(reason)
}
