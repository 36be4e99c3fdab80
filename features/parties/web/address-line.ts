import type { TFunction } from 'i18next'
import type { ExtraAddress } from '../domain/contract.ts'

/** Returns the fields of a further address except the street, as one text. */
export function addressLine(
  { postcode, city, phone, building, floor }: Pick<ExtraAddress, 'postcode' | 'city' | 'phone' | 'building' | 'floor'>,
  t: TFunction<'parties'>,
): string {
  return [
    [postcode, city].filter(Boolean).join(' '),
    building,
    floor === '' ? '' : t('extra.floor-of', { floor }),
    phone,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Returns street, postcode and city as one text, with which the search for a place begins. */
export const typedAddress = ({
  address,
  postcode,
  city,
}: Pick<ExtraAddress, 'address' | 'postcode' | 'city'>): string =>
  [address, [postcode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')
