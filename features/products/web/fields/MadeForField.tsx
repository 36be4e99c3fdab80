import { Button, Input, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { customersRights } from '#features/customers/domain/rights.ts'
import { customerPages } from '#features/customers/web/customer-pages.ts'
import { PartyPick } from '#features/parties/web/QuickParty.tsx'
import { useMay } from '#web/session.ts'
import type { ProductValues } from './product-values.ts'
import styles from '../products.module.css'

type Customer = NonNullable<ProductValues['customer']>

type Props = { customer: Customer | null; onChange: (customer: Customer | null) => void }

/** Selects the customer that a product is made for. People who may not read customers see only the chosen name. */
export function MadeForField({ customer, onChange }: Props) {
  const { t } = useTranslation('products')
  const maySearch = useMay(customersRights.read)
  if (customer !== null)
    return (
      <Input.Wrapper label={t('field.customer')} labelElement="div">
        <div className={styles.chosen}>
          <Text>{customer.name}</Text>
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(null)}>
            {t('action.no-customer')}
          </Button>
        </div>
      </Input.Wrapper>
    )
  if (!maySearch) return null
  return (
    <PartyPick
      pages={customerPages}
      label={t('field.customer')}
      placeholder={t('field.customer-search')}
      onPick={({ id, name }) => onChange({ id, name })}
      row={(found) => (
        <>
          {found.name} <small>{found.label}</small>
        </>
      )}
    />
  )
}
