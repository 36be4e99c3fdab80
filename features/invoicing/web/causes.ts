/**
 * Returns the text keys for the code of a problem, in the order of preference. If an earlier document of the order or a question to the
 * tax office causes the delay, the first key belongs to that.
 */
export function causesOf(code: string): string[] {
  const [, asked, answer] = /^(earlier|tax-office) (.+)$/.exec(code) ?? []
  if (asked !== undefined && answer !== undefined) return [asked, ...causesOf(answer)]
  // the service that could not be reached never saw the account
  const connection = /^sign-in (time-out|unreachable|cut)\b/.exec(code)?.[1]
  if (connection !== undefined) return [connection]
  return code === '' ? [] : [/^(sign-in|http|technical|quiet)\b/.exec(code)?.[1] ?? code]
}
