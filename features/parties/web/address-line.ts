import type { TFunction } from 'i18next'
import type { ExtraAddress } from '../domain/fields.ts'

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
