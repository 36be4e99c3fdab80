import { tagOf } from '#kernel/languages.ts'
import { currentLanguage } from '#web/i18n.ts'

/** Returns the size of a file as text: in KB below one megabyte, and then in MB with one decimal. */
export function sizeText(bytes: number): string {
  const [value, unit, decimals] =
    bytes < 1024 * 1024 ? [Math.max(1, Math.round(bytes / 1024)), 'KB', 0] : [bytes / (1024 * 1024), 'MB', 1]
  return `${value.toLocaleString(tagOf(currentLanguage()), { maximumFractionDigits: decimals })} ${unit}`
}
