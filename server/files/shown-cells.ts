/**
 * Rewrites the cells of an Excel sheet whose meaning is only in what a person sees there: percentages, leading zeros, errors, and formulas
 * whose value was not stored.
 */

/** How the numbers of a style are shown, as far as it changes their meaning; undefined for all others. */
type Shown = { readonly percent: true } | { readonly zeros: number } | undefined

/** The numbers of the built-in formats of percentages. */
const PERCENT_FORMATS = [9, 10]

/** Returns an attribute of an element of XML; undefined if it has none of that name. */
export const attribute = (attributes: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1]

function shownBy(format: number, code: string | undefined): Shown {
  if (code === undefined) return PERCENT_FORMATS.includes(format) ? { percent: true } : undefined
  // texts in a format are in quotes or behind a backslash, and conditions in brackets
  const bare = code.replace(/&quot;.*?&quot;|\\.|\[[^\]]*\]/g, '').trim()
  if (bare.includes('%')) return { percent: true }
  return /^0{2,}$/.test(bare) ? { zeros: bare.length } : undefined
}

/** Returns how each style of the file shows numbers, in the order in which cells name the styles. */
export function shownByStyles(styles: string): Shown[] {
  const codes = new Map(
    [...styles.matchAll(/<numFmt\b([^>]*)>/g)].map(([, attributes = '']) => [
      Number(attribute(attributes, 'numFmtId')),
      attribute(attributes, 'formatCode'),
    ]),
  )
  const cells = /<cellXfs\b[\s\S]*?<\/cellXfs>/.exec(styles)?.[0] ?? ''
  return [...cells.matchAll(/<xf\b([^>]*)>/g)].map(([, attributes = '']) => {
    const format = Number(attribute(attributes, 'numFmtId') ?? 0)
    return shownBy(format, codes.get(format))
  })
}

/** What stands in a cell whose formula has no stored value, before the formula. */
const NO_VALUE = '#FORMULA!'

const textCell = (attributes: string, text: string): string =>
  `<c${attributes.replace(/\st="[^"]*"/, '')} t="str"><v>${text}</v></c>`

/** Returns a number as its style shows it. */
function numberCell(attributes: string, value: string, shown: Shown): string | null {
  const number = Number(value)
  if (shown === undefined || value.trim() === '' || !Number.isFinite(number)) return null
  if ('percent' in shown) return `<c${attributes}><v>${Number((number * 100).toPrecision(15))}</v></c>`
  return Number.isInteger(number) && number >= 0
    ? textCell(attributes, String(number).padStart(shown.zeros, '0'))
    : null
}

/** Returns the sheet with cells that say what a person sees in them. An error, and a formula without value, become a text that begins with #. */
export const withShownCells = (sheet: string, styles: readonly Shown[]): string =>
  sheet.replace(/<c\b([^>]*?)(?<!\/)>([\s\S]*?)<\/c>/g, (cell, attributes: string, inside: string) => {
    const type = attribute(attributes, 't') ?? 'n'
    const value = /<v\b[^>]*?(?<!\/)>([\s\S]*?)<\/v>/.exec(inside)?.[1]
    if (type === 'e') return textCell(attributes, value ?? NO_VALUE)
    const formula = /<f\b[^>]*?(?:\/>|>([\s\S]*?)<\/f>)/.exec(inside)
    const hasValue = type === 'str' ? /<v\b/.test(inside) : value !== undefined && value !== ''
    if (formula && !hasValue && type !== 'inlineStr')
      return textCell(attributes, `${NO_VALUE}${formula[1] ? ` =${formula[1]}` : ''}`)
    return (
      (type === 'n' && numberCell(attributes, value ?? '', styles[Number(attribute(attributes, 's') ?? 0)])) || cell
    )
  })
