import { useTranslation } from 'react-i18next'
import { RecordClash } from '#web/ui/clash/RecordClash.tsx'
import { fieldText } from '../field-text.ts'
import { type CustomerField, type CustomerInput, FIELD_NAMES, type StoredCustomer } from '../form/customer-form.ts'

/** The data that another person has saved in the meantime, with name and moment. */
export type Clash = { theirs: StoredCustomer; userName: string; at: string }

type CustomerClashProps = {
  clash: Clash
  base: StoredCustomer
  /** The fields that this person changed. */
  mine: Partial<CustomerInput>
  /** Keeps the person's changes, except those in the named fields. */
  keepMine: (except: readonly CustomerField[]) => void
  takeTheirs: () => void
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Shows what another person changed of the customer in the meantime, and lets the person choose. */
export function CustomerClash({ clash, base, mine, keepMine, takeTheirs }: CustomerClashProps) {
  const { t } = useTranslation('customers')
  const changed = FIELD_NAMES.filter((field) => !same(base[field], clash.theirs[field]))
  // the place on the map follows the choice about the address
  const isMine = (field: CustomerField) => Object.hasOwn(mine, field) && field !== 'lat' && field !== 'lon'
  return (
    <RecordClash
      title={(name) => t('clash.title', { name })}
      userName={clash.userName}
      at={clash.at}
      fields={changed.map((field) => ({
        field,
        label: t(`field.${field}`),
        before: fieldText(field, base[field]),
        theirs: fieldText(field, clash.theirs[field]),
        mine: isMine(field) ? fieldText(field, mine[field as keyof CustomerInput]) : null,
      }))}
      keepMine={keepMine}
      takeTheirs={takeTheirs}
    />
  )
}
