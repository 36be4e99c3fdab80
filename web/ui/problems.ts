/** What went wrong, in the person's words: one place that turns refusals and faults into text. */
import type { TFunction } from 'i18next'
import i18n from 'i18next'
import { type Refusal, Refused } from '#kernel/refusal.ts'
import { Offline, ServerFault } from '#web/api.ts'
import { allNamespaces } from '#web/i18n.ts'

/** Where the text of a code stands: `orders.wrong-status` is `refusal.wrong-status` of orders, `busy` is the frame's. */
function refusalKey(code: string): string {
  const [feature = '', ...rest] = code.split('.')
  return rest.length > 0 ? `${feature}:refusal.${rest.join('.')}` : `frame:refusal.${code}`
}

/** A refusal in the person's language; `details` fill the places of its text. */
export function refusalText(refusal: Refusal): string {
  const details: Record<string, unknown> = { ...refusal.details }
  // A status inside a text reads as everywhere else.
  if (typeof details.status === 'string') {
    details.status = i18n.t(`status.${details.status}`, { ns: 'frame', defaultValue: details.status })
  }
  const keys = [refusalKey(refusal.code), `frame:refusal.kind.${refusal.kind}`, 'frame:refusal.unknown']
  return i18n.t(keys, details)
}

/** Any failure in the person's language. */
export function problemText(error: unknown): string {
  if (error instanceof Refused) return refusalText(error.refusal)
  if (error instanceof Offline) return i18n.t('problem.offline', { ns: 'frame' })
  if (error instanceof ServerFault) {
    return error.requestId
      ? i18n.t('problem.fault-with-number', { ns: 'frame', number: error.requestId })
      : i18n.t('problem.fault', { ns: 'frame' })
  }
  return i18n.t('problem.unknown', { ns: 'frame' })
}

/** A 400, 401 or 403, with or without a reason: on the lists of the office it ends the sign-in (ruling C-45). */
export const endsSession = (error: unknown): boolean =>
  error instanceof Refused
    ? ['invalid', 'unauthenticated', 'forbidden'].includes(error.refusal.kind)
    : error instanceof ServerFault && [400, 401, 403].includes(error.status)

/** Whether trying the same again may help: the line broke or the server stumbled. */
export const mayRetry = (error: unknown): boolean =>
  !(error instanceof Refused) || error.refusal.kind === 'unavailable' || error.refusal.kind === 'tooMany'

/** What is wrong with each field, when the refusal says so (`details.fields: {path: code}`). */
export function fieldProblems(error: unknown, t: TFunction): Record<string, string> | null {
  if (!(error instanceof Refused)) return null
  const fields = error.refusal.details?.fields
  if (typeof fields !== 'object' || fields === null) return null
  return Object.fromEntries(
    Object.entries(fields).map(([path, code]) => [path, invalidText(String(code), t, error.refusal.details)]),
  )
}

/** The text of a field code: `invalid.<code>`, or the refusal of that code when it belongs to a feature. */
export const invalidText = (code: string, t: TFunction, places: Record<string, unknown> = {}): string =>
  code.includes('.')
    ? t([refusalKey(code), 'frame:invalid.other'], places)
    : t([`invalid.${code}`, 'invalid.other'], { ...places, ns: allNamespaces() })
