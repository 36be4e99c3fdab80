/** The name and the SKU of a copy. */

const COPY_OF_NAME = ' (Copy)'
const COPY_OF_SKU = '-copy'
/** The longest name and SKU of a product. */
export const LONGEST = { name: 300, sku: 100 } as const
/** More copies of one product than this share an SKU, which is only a warning. */
const MOST_COPIES = 200

/** Returns a text with an ending, without the last letters of the text if both are longer than `most`. */
const withEnding = (text: string, ending: string, most: number): string =>
  text.length + ending.length <= most
    ? text + ending
    : `${Array.from(text.slice(0, most - ending.length + 1))
        .slice(0, -1)
        .join('')
        .trimEnd()}${ending}`

export const nameOfCopy = (name: string): string => withEnding(name, COPY_OF_NAME, LONGEST.name)

/** Returns the SKUs of the copies of a product, in the order in which they are given: X-copy, X-copy-2, X-copy-3. */
export const skusOfCopies = (sku: string): string[] =>
  Array.from({ length: MOST_COPIES }, (_, index) =>
    withEnding(sku, index === 0 ? COPY_OF_SKU : `${COPY_OF_SKU}-${index + 1}`, LONGEST.sku),
  )
