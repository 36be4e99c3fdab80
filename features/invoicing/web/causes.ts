/** Names the texts for the code of a trouble; an earlier document of the order that holds it up has one for itself. */
export function causesOf(code: string): string[] {
  const earlier = /^earlier (.+)$/.exec(code)?.[1]
  if (earlier !== undefined) return ['earlier', ...causesOf(earlier)]
  return code === '' ? [] : [/^(sign-in|http|technical|quiet)\b/.exec(code)?.[1] ?? code]
}
