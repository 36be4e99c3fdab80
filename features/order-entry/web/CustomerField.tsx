import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Users } from '#web/ui/icon/icons.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Customer, customerOptions } from '#features/customers/domain/contract.ts'
import { customersRights } from '#features/customers/domain/rights.ts'
import { customerPages } from '#features/customers/web/customer-pages.ts'
import { CustomerByVat } from '#features/customers/web/CustomerByVat.tsx'
import { CustomerPicker } from '#features/customers/web/CustomerPicker.tsx'
import { CustomerStanding } from '#features/customers/web/preview/CustomerStanding.tsx'
import { QuickParty } from '#features/parties/web/QuickParty.tsx'
import { plainVat, whyNotVat } from '#kernel/vat-number.ts'
import { askQuery } from '#web/api.ts'
import { useMay } from '#web/session.ts'
import { Facts } from '#web/ui/Panel.tsx'
import type { DraftCustomer } from '../domain/order-draft.ts'
import form from './order-form.module.css'
import { useCreateOffer } from '#web/ui/form/quick/QuickForm.tsx'
import { OptionLine, type SearchOffer, SearchPick } from '#web/ui/form/SearchPick.tsx'
import { tellApart } from '#web/ui/form/tell-apart.ts'

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
  const [newVat, setNewVat] = useState<string | null>(null)
  const [newName, setNewName] = useState<string | null>(null)
  const offerFor = useNewCustomerOffer((vat) => {
    setPicked(false)
    setNewVat(vat)
  }, setNewName)
  const pick = (row: DraftCustomer) => {
    setPicked(true)
    setNewVat(null)
    setNewName(null)
    close()
    choose({ id: row.id, name: row.name, label: row.label, phone: row.phone, vat: row.vat })
  }

  return (
    <>
      <div className={form.finder}>
        <div>
          <SearchPick
            // another customer empties the field, with the number that was typed for a new one
            key={customer?.id ?? 0}
            inputRef={input}
            label={customer ? t('form.change-customer') : t('form.choose-customer')}
            placeholder={t('form.customer-placeholder')}
            startsHere={startsHere}
            search={find}
            onPick={pick}
            apart={tellApart}
            whenNothing={offerFor}
            row={(row) => (
              <OptionLine>
                <span>
                  {row.name} <small>{row.label}</small>
                </span>
                <small className="figures">{row.vat || row.phone}</small>
              </OptionLine>
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
      {customer ? <ChosenCustomer customer={customer} record={record} /> : null}
      <CustomerPicker opened={opened} onClose={close} pick={pick} returnFocus={!picked} />
      <QuickParty pages={customerPages} name={newName} onClose={() => setNewName(null)} created={pick} />
      <CustomerByVat vat={newVat} onClose={() => setNewVat(null)} created={pick} returnFocus={!picked} />
    </>
  )
}

/** Returns what the field offers for a text that no customer has: to create the customer of a VAT number from the registry, or one of a name. */
function useNewCustomerOffer(
  openVat: (vat: string) => void,
  openName: (name: string) => void,
): (text: string) => SearchOffer | null {
  const { t } = useTranslation('order-entry')
  const mayCreate = useMay(customersRights.write)
  const ofName = useCreateOffer(openName)
  return (text) => {
    const vat = plainVat(text)
    if (!mayCreate) return null
    if (!/^\d{9}$/.test(vat)) return ofName(text)
    if (whyNotVat(vat) !== null) return { row: t('form.vat-digit', { vat }) }
    return { row: t('form.create-by-vat', { vat }), take: () => openVat(vat) }
  }
}

function ChosenCustomer({ customer, record }: Pick<Props, 'record'> & { customer: DraftCustomer }) {
  const { t } = useTranslation('order-entry')
  return (
    <div style={{ marginTop: 12 }} data-chosen-customer={customer.id}>
      <Text fw={600} mb={4}>
        {customer.name}
      </Text>
      <Facts
        items={[
          { label: t('orders:customer.label'), value: customer.label },
          { label: t('orders:customer.phone'), value: customer.phone, figures: true },
          { label: t('orders:customer.vat'), value: customer.vat, figures: true },
        ]}
      />
      <CustomerStanding customerId={customer.id} fields={record?.customFields ?? NO_FIELDS} />
    </div>
  )
}
