import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Links to other customers with the same VAT number. They open in a new window, so that the form stays. */
export function OtherCustomers({ customers }: { customers: readonly { id: number; name: string }[] }) {
  const { t } = useTranslation('customers')
  if (customers.length === 0) return null
  return (
    <Text size="sm" component="div">
      {t('said.same-vat')}{' '}
      {customers.map(({ id, name }, place) => (
        <span key={id}>
          {place === 0 ? '' : ', '}
          <Anchor
            href={`/customer-detail/${id}`}
            target="_blank"
            rel="noreferrer"
            size="sm"
            underline="always"
            title={t('registry.new-window')}
          >
            {name}
          </Anchor>
        </span>
      ))}
    </Text>
  )
}
