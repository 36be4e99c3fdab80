import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeliveryAddress } from '../domain/fields.ts'

const ELSEWHERE = 'elsewhere'

/** Returns an address as one line of text, which also identifies it in the list. */
export const addressText = (address: DeliveryAddress): string =>
  [address.address, address.building, address.floor, address.postcode, address.city, address.phone]
    .filter(Boolean)
    .join(', ')

type Props = {
  /** True when the customer's addresses are loaded. */
  known: boolean
  chosen: DeliveryAddress
  offered: readonly DeliveryAddress[]
  choose: (address: DeliveryAddress) => void
}

/** Asks for the delivery address: the customer's main address, a further one, or one for this order only. */
export function AddressField({ known, chosen, offered, choose }: Props) {
  const { t } = useTranslation('orders')
  const texts = new Map(
    offered.filter((address) => address.address !== '').map((address) => [addressText(address), address]),
  )
  const isOffered = texts.has(addressText(chosen))
  const [elsewhere, setElsewhere] = useState(false)
  // an address that the customer does not have was typed for this order
  const typing = elsewhere || (known && chosen.address !== '' && !isOffered)
  const part = (name: 'address' | 'postcode' | 'city' | 'phone', max: number) => ({
    label: t(`address.${name}`),
    maxLength: max,
    value: chosen[name] ?? '',
    onChange: (event: { currentTarget: HTMLInputElement }) => choose({ ...chosen, [name]: event.currentTarget.value }),
  })

  return (
    <>
      <Select
        label={t('field.deliveryAddress')}
        placeholder={known && texts.size === 0 ? t('form.no-address') : t('form.choose-address')}
        data={[
          ...[...texts.keys()].map((text) => ({ value: text, label: text })),
          ...(known || chosen.address === '' ? [] : [{ value: addressText(chosen), label: addressText(chosen) }]),
          { value: ELSEWHERE, label: t('address.elsewhere') },
        ]}
        value={typing ? ELSEWHERE : chosen.address === '' ? null : addressText(chosen)}
        onChange={(text) => {
          setElsewhere(text === ELSEWHERE)
          choose((text === null ? undefined : texts.get(text)) ?? { address: '' })
        }}
        clearable
        clearButtonProps={{ 'aria-label': t('action.clear') }}
      />
      {typing ? (
        <>
          <TextInput {...part('address', 300)} />
          <TextInput {...part('postcode', 20)} inputMode="numeric" />
          <TextInput {...part('city', 100)} />
          <TextInput {...part('phone', 50)} type="tel" />
        </>
      ) : null}
    </>
  )
}
