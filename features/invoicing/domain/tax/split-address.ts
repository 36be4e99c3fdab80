/** Divides an address that was typed as one text, because the tax office wants its parts. */
import { POSTCODE_IN_TEXT } from '#kernel/tax/customer-address.ts'

export type AddressParts = {
  readonly street: string
  readonly streetNumber: string
  readonly postcode: string
  readonly city: string
}

/** A number of a house at the end of a text: 86, 12Α, 12-14, 5/7. */
const NUMBER_AT_END = /^(.*\S)[\s,]+(\d+\s?\p{L}?(?:\s?[-–/]\s?\d+\s?\p{L}?)?)$/u
/** A Greek postcode and the town behind it. */
const TOWN = new RegExp(String.raw`^(${POSTCODE_IN_TEXT})\s+(\S.*)$`)

/** Returns the street and the number of a house. The number is empty if the text does not end with one. */
export function splitStreet(text: string): Pick<AddressParts, 'street' | 'streetNumber'> {
  const [, street, streetNumber] = NUMBER_AT_END.exec(text.trim()) ?? []
  return street === undefined || streetNumber === undefined
    ? { street: text.trim(), streetNumber: '' }
    : { street, streetNumber }
}

/** Returns the parts of an address in one line, such as "Ορφέως 114, 11855 Αθήνα". Parts that it does not have are empty. */
export function splitAddress(text: string): AddressParts {
  const parts = text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
  const at = parts.findIndex((part, index) => index > 0 && TOWN.test(part))
  const [, postcode = '', city = ''] = TOWN.exec(parts[at] ?? '') ?? []
  const street = at < 0 ? parts : parts.slice(0, at)
  return {
    ...splitStreet(street.join(', ')),
    postcode,
    city: [city, ...(at < 0 ? [] : parts.slice(at + 1))].filter(Boolean).join(', '),
  }
}
