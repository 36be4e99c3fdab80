/** Converts refusals and failures to texts for people. */
import type { TFunction } from 'i18next'
import i18n from 'i18next'
import { type Refusal, Refused, textDetails } from '#kernel/refusal.ts'
import { Offline, ServerFault } from '#web/api.ts'
import { allNamespaces } from '#web/i18n.ts'

/**
 * Returns the text key of a code: `orders.wrong-status` is `refusal.wrong-status` of orders, and `busy` belongs to the
 * frame.
 */
function refusalKey(code: string): string {
  const [feature = '', ...rest] = code.split('.')
  return rest.length > 0 ? `${feature}:refusal.${rest.join('.')}` : `frame:refusal.${code}`
}

/** Returns the text keys of a refusal whose kind is not known. */
export const refusalKeys = (code: string): string[] => [refusalKey(code), 'frame:refusal.unknown']

/** Details of a refusal that are names of the records, and where the texts of these names are. */
const NAMED: Readonly<Record<string, readonly [namespace: string, key: string]>> = {
  status: ['frame', 'status'],
  unit: ['frame', 'unit'],
  newUnit: ['frame', 'unit'],
  materialUnit: ['frame', 'unit'],
}

/** Returns where the text of a detail is. That of a right is in the area of the right, as in the table of rights. */
const placeOf = (field: string, value: unknown): readonly [namespace?: string, key?: string] =>
  field === 'right' && typeof value === 'string' ? [value.split('.')[0] ?? '', 'right'] : (NAMED[field] ?? [])

/** Returns details in which a status, a unit or a right has the same name as everywhere else. */
const named = (details: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(details).map(([field, value]) => {
      const [ns, key] = placeOf(field, value)
      return [field, ns && typeof value === 'string' ? i18n.t(`${key}.${value}`, { ns, defaultValue: value }) : value]
    }),
  )

/** Returns a refusal in the page language. `details` fill the placeholders of its text. */
export function refusalText(refusal: Refusal): string {
  const details = named(textDetails(refusal))
  const keys = [refusalKey(refusal.code), `frame:refusal.kind.${refusal.kind}`, 'frame:refusal.unknown']
  return i18n.t(keys, details)
}

/** Returns the text of any failure in the page language. */
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

/** Reports whether the failure is a 400, 401 or 403. On the lists of the office it ends the session (C-45). */
export const endsSession = (error: unknown): boolean =>
  error instanceof Refused
    ? ['invalid', 'unauthenticated', 'forbidden'].includes(error.refusal.kind)
    : error instanceof ServerFault && [400, 401, 403].includes(error.status)

/** Reports whether a retry may help soon: after a failed connection or a failure of the server, but not if a limit lasts minutes. */
export function mayRetry(error: unknown): boolean {
  if (!(error instanceof Refused)) return true
  const { kind, details } = error.refusal
  return kind === 'unavailable' || (kind === 'tooMany' && details?.minutes === undefined)
}

/** Returns the errors of the fields that a refusal names (`details.fields: {path: code}`), or null. */
export function fieldProblems(error: unknown, t: TFunction): Record<string, string> | null {
  if (!(error instanceof Refused)) return null
  const fields = error.refusal.details?.fields
  if (typeof fields !== 'object' || fields === null) return null
  return Object.fromEntries(
    Object.entries(fields).map(([path, code]) => [
      path,
      invalidText(String(code), t, named(error.refusal.details ?? {})),
    ]),
  )
}

/** Returns the text of a field code: `invalid.<code>`, or the refusal with that code if it belongs to a feature. */
export const invalidText = (code: string, t: TFunction, places: Record<string, unknown> = {}): string =>
  code.includes('.')
    ? t([refusalKey(code), 'frame:invalid.other'], places)
    : t([`invalid.${code}`, 'invalid.other'], { ...places, ns: allNamespaces() })
