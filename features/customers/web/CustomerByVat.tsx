import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { whyNotName } from '#features/parties/domain/party.ts'
import { OtherParties } from '#features/parties/web/form/OtherParties.tsx'
import type { PartyInput } from '#features/parties/web/form/party-form.ts'
import { tellVatDoubts } from '#features/parties/web/form/vat-doubts.tsx'
import { partyOfCompany } from '#features/parties/web/form/vat-fill.ts'
import type { RegisteredCompany } from '#kernel/company.ts'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { Facts } from '#web/ui/Panel.tsx'
import { CompanyDoubts, RegistryFailure } from '#web/ui/registry/CompanyLookup.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import { customerContracts } from '../domain/contract.ts'
import type { PickedCustomer } from './CustomerPicker.tsx'
import { customerPages } from './customer-pages.ts'

type Props = {
  /** The VAT number to look up, or null while the dialog is closed. */
  vat: string | null
  onClose: () => void
  /** Runs with the stored customer. */
  created: (customer: PickedCustomer) => void
  /** False if the focus moves on to another field after the choice. */
  returnFocus: boolean
}

/**
 * Creates the customer of a VAT number. The dialog asks the company registry, shows its answer, and stores it as a new
 * customer by one press of its main button.
 */
export function CustomerByVat({ vat, onClose, created, returnFocus }: Props) {
  const { t } = useTranslation(['customers', 'parties'])
  return (
    <Dialog
      opened={vat !== null}
      onClose={onClose}
      title={t('by-vat.title')}
      size={560}
      closeOnClickOutside={false}
      returnFocus={returnFocus}
    >
      {vat === null ? null : <Question key={vat} vat={vat} onClose={onClose} created={created} />}
    </Dialog>
  )
}

type QuestionProps = Pick<Props, 'onClose' | 'created'> & { vat: string }

function Question({ vat, onClose, created }: QuestionProps) {
  const { t } = useTranslation(['customers', 'parties'])
  const { mutate, data, error, isPending, isIdle } = useRun(customerContracts.lookUpVat)
  const ask = () => mutate({ vatNumber: vat })
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    mutate({ vatNumber: vat })
  }, [mutate, vat])
  return (
    <div aria-live="polite">
      {isPending || isIdle ? (
        // The dialog gives the focus to this text, so that no button is pressed before the answer is in view.
        <Text size="sm" tabIndex={-1} data-autofocus>
          {t('frame:registry.asking')} <span className="figures">{vat}</span>
        </Text>
      ) : null}
      {error ? (
        <Stack gap="sm" align="flex-start">
          <RegistryFailure error={error} retry={ask} />
          <Anchor
            href="/createcustomer"
            target="_blank"
            rel="noreferrer"
            size="sm"
            title={t('parties:registry.new-window')}
          >
            {t('title.create')}
          </Anchor>
        </Stack>
      ) : null}
      {data ? (
        <NewCustomer company={data.company} onClose={onClose} created={created}>
          {data.sameVat.length > 0 ? <OtherParties pages={customerPages} parties={data.sameVat} /> : null}
        </NewCustomer>
      ) : null}
    </div>
  )
}

type NewCustomerProps = Pick<Props, 'onClose' | 'created'> & { company: RegisteredCompany; children: ReactNode }

/** Shows the data of the registry, and stores them. The main button has the focus as soon as it is in view. */
function NewCustomer({ company, onClose, created, children }: NewCustomerProps) {
  const { t } = useTranslation(['customers', 'parties'])
  const create = useRun(customerContracts.create, { invalidates: ['customers'] })
  const [customer] = useState(() => partyOfCompany(company))
  const main = useRef<HTMLButtonElement>(null)
  useEffect(() => main.current?.focus(), [])
  const reason = whyNotName(customer.name)
  const store = () => {
    if (create.isPending) return
    create.mutate(customer, {
      onSuccess: (written) => {
        const { name, label, phone, vat } = customer
        say.done(t('said.created', { name }))
        tellVatDoubts(customerPages, written)
        created({ id: written.id, name, label, phone, vat })
      },
    })
  }
  return (
    <Stack gap="md">
      <Text fw={600}>{customer.name}</Text>
      <Facts items={factsOf(customer).map(({ field, value }) => ({ label: t(`parties:field.${field}`), value }))} />
      <CompanyDoubts company={company}>{children}</CompanyDoubts>
      {create.error ? <RefusalText error={create.error} /> : null}
      <Group justify="flex-end" gap="xs" className={surfaces.dialogActions}>
        <Button variant="default" onClick={onClose}>
          {t('frame:action.cancel')}
        </Button>
        <ActionButton ref={main} closed={reason} pending={create.isPending} onClick={store}>
          {t('by-vat.create')}
        </ActionButton>
      </Group>
    </Stack>
  )
}

const SHOWN = ['vat', 'label', 'profession', 'taxOffice', 'address', 'postcode', 'city'] as const

const factsOf = (customer: PartyInput) =>
  SHOWN.flatMap((field) => {
    const value = customer[field]
    return value === '' ? [] : [{ field, value }]
  })
