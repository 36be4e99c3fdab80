import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useRun } from '#web/query.ts'
import { CompanyDialog, CompanyQuestion } from '#web/ui/registry/CompanyLookup.tsx'
import { lookUpVat } from '../../domain/contract.ts'
import type { CustomerValues } from './customer-form.ts'
import { OtherCustomers } from './OtherCustomers.tsx'
import { chosenValues } from './vat-fill.ts'

type VatLookupProps = {
  opened: boolean
  onClose: () => void
  form: UseFormReturnType<CustomerValues>
  /** The customer who is being changed. */
  customerId: number | null
}

/** Asks the company registry for a VAT number and writes the chosen parts of its answer into the form. */
export function VatLookup({ opened, onClose, ...rest }: VatLookupProps) {
  return (
    <CompanyDialog opened={opened} onClose={onClose}>
      <Question onClose={onClose} {...rest} />
    </CompanyDialog>
  )
}

function Question({ form, customerId, onClose }: Omit<VatLookupProps, 'opened'>) {
  const { t } = useTranslation('customers')
  const lookUp = useRun(lookUpVat)
  const others = (lookUp.data?.sameVat ?? []).filter(({ id }) => id !== customerId)
  return (
    <CompanyQuestion
      lookUp={lookUp}
      values={form.getValues()}
      labelOf={(field) => t(`field.${field}`)}
      fill={(fillings, chosen) => {
        form.setValues(chosenValues(fillings, chosen))
        for (const field of chosen) form.clearFieldError(field)
      }}
      onClose={onClose}
    >
      {others.length > 0 ? <OtherCustomers customers={others} /> : null}
    </CompanyQuestion>
  )
}
