import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useRun } from '#web/query.ts'
import { CompanyDialog, CompanyQuestion } from '#web/ui/registry/CompanyLookup.tsx'
import type { PartyPages } from '../party-pages.ts'
import type { PartyValues } from './party-form.ts'
import { OtherParties } from './OtherParties.tsx'
import { chosenValues } from './vat-fill.ts'

type VatLookupProps = {
  opened: boolean
  onClose: () => void
  form: UseFormReturnType<PartyValues>
  pages: PartyPages
  /** The party that is being changed. */
  partyId: number | null
}

/** Asks the company registry for a VAT number and writes the chosen parts of its answer into the form. */
export function VatLookup({ opened, onClose, ...rest }: VatLookupProps) {
  return (
    <CompanyDialog opened={opened} onClose={onClose}>
      <Question onClose={onClose} {...rest} />
    </CompanyDialog>
  )
}

function Question({ form, pages, partyId, onClose }: Omit<VatLookupProps, 'opened'>) {
  const { t } = useTranslation('parties')
  const lookUp = useRun(pages.contracts.lookUpVat)
  const others = (lookUp.data?.sameVat ?? []).filter(({ id }) => id !== partyId)
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
      {others.length > 0 ? <OtherParties pages={pages} parties={others} /> : null}
    </CompanyQuestion>
  )
}
