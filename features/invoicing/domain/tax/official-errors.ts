/** What a person does about a refusal, by the codes of the documentation of the myDATA REST API 2.0.2. */

/** Codes that begin and end a run in which every code has the same meaning. */
type Codes = readonly (string | readonly [first: number, last: number])[]

/** The kinds of refusals. Each has a text that says what to do: `document.advice.<name>`. The first one that has a code decides. */
const ADVICE = {
  /** VAT number of the company or the customer: closed, wrong, or both the same. */
  vat: ['102', '202', '235'],
  amounts: ['203', '207', '208', '209'],
  rate: ['215', '216', '234'],
  exemption: ['217', '271'],
  /** The name or address of a Greek party, a mark of the file, or a part that only another kind of document has. */
  program: ['100', '101', '206', '214', '219', '220', '224', '228', '233', '265', '290'],
  /** A field is missing or not allowed. */
  field: ['204', '205', '272', '273', '274'],
  type: ['223'],
  number: ['212'],
  access: ['105', '201'],
  country: ['242', '243', '244'],
  day: ['253', '260', '278', '280'],
  correlated: ['104', '259'],
  'too-much': ['319'],
  cancel: [[248, 251], '255', '257', '279'],
  length: ['262', '276'],
  income: [[301, 339]],
  payment: ['402', '407'],
  movement: [[800, 834]],
  duplicate: ['DuplicateExternalSystemId'],
} as const satisfies Readonly<Record<string, Codes>>

export type Advice = keyof typeof ADVICE
export const ADVICES = Object.keys(ADVICE) as Advice[]

const codesOf = (part: Codes[number]): string[] =>
  typeof part === 'string' ? [part] : Array.from({ length: part[1] - part[0] + 1 }, (_, at) => String(part[0] + at))

/** The codes that have an advice. */
export const OFFICIAL_CODES: ReadonlyMap<string, Advice> = new Map(
  ADVICES.toReversed().flatMap((advice) => ADVICE[advice].flatMap(codesOf).map((code) => [code, advice] as const)),
)

/** Returns what to do about a refusal; `other` for a code that is not in the list. Services write a code with or without a prefix. */
export const adviceOf = (code: string): Advice | 'other' =>
  OFFICIAL_CODES.get(code) ?? OFFICIAL_CODES.get(/^(?:[A-Za-z]+[-_ ])?(\d{3})$/.exec(code)?.[1] ?? '') ?? 'other'

/** The field in which the cause of a refusal is corrected. Those without one are corrected in the order, or by an administrator. */
export const FIELDS: Readonly<Partial<Record<Advice, { readonly of: 'customers' | 'tax'; readonly field: string }>>> = {
  vat: { of: 'customers', field: 'vat' },
  type: { of: 'customers', field: 'taxKind' },
  country: { of: 'customers', field: 'country' },
  field: { of: 'customers', field: 'address' },
  length: { of: 'customers', field: 'name' },
  exemption: { of: 'tax', field: 'exemptionHome' },
  rate: { of: 'tax', field: 'fourPercent' },
  number: { of: 'tax', field: 'series' },
  income: { of: 'tax', field: 'incomes' },
  payment: { of: 'tax', field: 'paymentWay' },
}
