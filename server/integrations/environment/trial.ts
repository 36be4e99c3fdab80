/** The results of trials, and how a failure that a service or the connection reports becomes one of them. */
import type { Trial, TrialFault, TrialQuestion } from '#kernel/settings/environment.ts'

/** Makes one harmless request. Never throws. */
export type TryIt = (question: TrialQuestion) => Promise<Trial>

export const works = (seen = ''): Trial => ({ kind: 'works', seen })

export const failed = (fault: TrialFault, code = ''): Trial => ({ kind: 'failed', fault, code, pausedUntil: null })

const LONGEST_CODE = 200

/** Returns the words of a service without the secrets, short enough to show. */
export const withoutSecrets = (words: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '***'), words)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_CODE)

/** The failures that `fetchText` and the connectors name. */
const FAULTS: Readonly<Record<string, TrialFault>> = {
  'time-out': 'time-out',
  busy: 'busy',
  redirected: 'wrong-address',
  'too-long': 'wrong-address',
  unreadable: 'wrong-address',
  'not-json': 'wrong-address',
  'address-refused': 'wrong-address',
  'http-401': 'wrong-password',
  'http-403': 'account-refused',
  'http-429': 'too-many',
}

/** Returns the fault for the reason that a connector gives, such as `http-502`; null if only the connection tells. */
export function faultOfReason(reason: string): TrialFault | null {
  const known = FAULTS[reason]
  if (known) return known
  if (/^http-5\d\d$/.test(reason)) return 'service-fault'
  if (/^http-\d{3}$/.test(reason)) return 'wrong-address'
  return reason === 'unreachable' || reason === 'cut' ? null : 'other'
}
