import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '#web/may-open.ts'

type Props = {
  customers: readonly { id: number; name: string }[]
  /** The stored customer that is being edited. Each of the others may be merged into it. */
  customerId?: number | null
}

/** Links to other customers with the same VAT number. They open in a new window, so that the form stays. */
export function OtherCustomers({ customers, customerId = null }: Props) {
  const { t } = useTranslation('customers')
  const mayMerge = useMayOpen('/merge-customers')
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
          {mayMerge && customerId !== null ? (
            <>
              {' '}
              (
              <Anchor
                href={`/merge-customers?keep=${customerId}&from=${id}`}
                target="_blank"
                rel="noreferrer"
                size="sm"
                underline="always"
                title={t('registry.new-window')}
              >
                {t('said.merge-them')}
              </Anchor>
              )
            </>
          ) : null}
        </span>
      ))}
    </Text>
  )
}
