/**
 * Returns the text keys for the code of a problem, in the order of preference. If an earlier document of the order
 * causes the delay, the first key belongs to that.
 */
export function causesOf(code: string): string[] {
  const earlier = /^earlier (.+)$/.exec(code)?.[1]
  if (earlier !== undefined) return ['earlier', ...causesOf(earlier)]
  return code === '' ? [] : [/^(sign-in|http|technical|quiet)\b/.exec(code)?.[1] ?? code]
}

/** The advice for a refusal of the service or the tax office, by its code in the documentation of myDATA. */
const ADVICE: Readonly<Record<string, readonly string[]>> = {
  vat: ['102', '202', '235'],
  amounts: ['203', '207', '208', '209', '216', '217'],
  day: ['260'],
  correlated: ['104', '204', '205'],
  duplicate: ['228', 'DuplicateExternalSystemId'],
}

/** Returns the key of the text that says what to do about a refusal whose code is not one of this server's. */
export const adviceOf = (code: string): string =>
  Object.keys(ADVICE).find((advice) => ADVICE[advice]?.includes(code)) ?? 'other'
