/** Says what a person does about a refused event, by the codes of the tax office for delivery notes (documentation 2.0.2). */

/** The codes of each kind of advice. Each kind has a text that says what happened and what to do: `event.advice.<name>`. */
const ADVICE = {
  /** The file is wrong, which only a change of the product mends. */
  program: ['100', '101', '823', '824'],
  /** The present state of the note does not allow the event. */
  state: ['800', '802', '822', '828', '834'],
  cancelled: ['801', '809', '821', '825'],
  /** Only the recipient may do it. */
  recipient: ['803', '818'],
  /** The document is no delivery note. */
  type: ['804', '805'],
  /** The QR code is missing, wrong, of another document or too old. */
  qr: ['806', '807', '808', '820', 'no-qr'],
  rejected: ['810'],
  completed: ['811', '826'],
  'not-delivered': ['812'],
  'not-left': ['813', '827'],
  packages: ['814', '815', '816'],
  /** Only the carrier may say it, and the account is not the one that the departure named. */
  carrier: ['817', '830', '832', '833'],
  /** The outcome was reported before. */
  already: ['819', '831'],
  issuer: ['829'],
  access: ['102', '104', '105', '201'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type EventAdvice = keyof typeof ADVICE
const EVENT_ADVICES = Object.keys(ADVICE) as EventAdvice[]

const BY_CODE: ReadonlyMap<string, EventAdvice> = new Map(
  EVENT_ADVICES.flatMap((advice) => ADVICE[advice].map((code) => [code, advice] as const)),
)

/** Returns what to do about a refusal; `other` for a code that is not in the list. */
export const eventAdviceOf = (code: string): EventAdvice | 'other' => BY_CODE.get(code) ?? 'other'
