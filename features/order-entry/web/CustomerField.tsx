import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Users } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Customer, customerOptions } from '#features/customers/domain/contract.ts'
import { CustomerPicker } from '#features/customers/web/CustomerPicker.tsx'
import { askQuery } from '#web/api.ts'
import { Facts } from '#web/ui/Panel.tsx'
import type { DraftCustomer } from '../domain/order-draft.ts'
import { CustomerStanding } from './CustomerStanding.tsx'
import form from './order-form.module.css'
import { SearchPick } from '#web/ui/form/SearchPick.tsx'

const find = (search: string) => askQuery(customerOptions, { search }).then(({ rows }) => rows)

const NO_FIELDS: Customer['customFields'] = []

type Props = {
  customer: DraftCustomer | null
  /** The data of the customer, which is loaded after the choice. */
  record: Customer | undefined
  choose: (customer: DraftCustomer) => void
  startsHere: boolean
}

/** Selects the customer by typing, or from the table of all customers. */
export function CustomerField({ customer, record, choose, startsHere }: Props) {
  const { t } = useTranslation('order-entry')
  const [opened, { open, close }] = useDisclosure(false)
  // after a choice the cursor moves to the products; after closing the table it returns to its button
  const [picked, setPicked] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const pick = (row: DraftCustomer) => {
    setPicked(true)
    close()
    choose({ id: row.id, name: row.name, label: row.label, phone: row.phone, vat: row.vat })
  }

  return (
    <>
      <div className={form.finder}>
        <div>
          <SearchPick
            inputRef={input}
            label={customer ? t('form.change-customer') : t('form.choose-customer')}
            placeholder={t('form.customer-placeholder')}
            startsHere={startsHere}
            search={find}
            onPick={pick}
            row={(row) => (
              <span className={form.option}>
                <span>
                  {row.name} <small>{row.label}</small>
                </span>
                <small className="figures">{row.vat || row.phone}</small>
              </span>
            )}
          />
        </div>
        <Button
          variant="default"
          leftSection={<Users size={16} aria-hidden />}
          onClick={() => {
            setPicked(false)
            open()
          }}
        >
          {t('form.customer-list')}
        </Button>
      </div>
      {customer ? (
        <div style={{ marginTop: 12 }} data-chosen-customer={customer.id}>
          <Text fw={600} mb={4}>
            {customer.name}
          </Text>
          <Facts
            items={[
              { label: t('orders:customer.label'), value: customer.label },
              { label: t('orders:customer.phone'), value: <span className="figures">{customer.phone}</span> },
              { label: t('orders:customer.vat'), value: <span className="figures">{customer.vat}</span> },
            ]}
          />
          <CustomerStanding customerId={customer.id} fields={record?.customFields ?? NO_FIELDS} />
        </div>
      ) : null}
      <CustomerPicker opened={opened} onClose={close} pick={pick} returnFocus={!picked} />
    </>
  )
}
