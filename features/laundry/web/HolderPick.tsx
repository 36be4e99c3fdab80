import { useTranslation } from 'react-i18next'
import { customerOptions } from '#features/customers/domain/contract.ts'
import { loanHolders } from '#features/loans/domain/contract.ts'
import { askQuery } from '#web/api.ts'
import { type Quantity, ZERO_QUANTITY } from '#kernel/money.ts'
import { showQuantity } from '#web/format.ts'
import { OptionLine, SearchPick } from '#web/ui/form/SearchPick.tsx'
import { type Named, tellApart } from '#web/ui/form/tell-apart.ts'

type Found = Named & { readonly id: number; readonly held?: Quantity }

export const findCustomers = (search: string): Promise<readonly Found[]> =>
  askQuery(customerOptions, { search }).then(({ rows }) => rows)

/** Returns customers that match a text. Those who hold lent items come first. */
export const findHolders = (search: string): Promise<readonly Found[]> =>
  askQuery(loanHolders, { search }).then(({ rows }) => rows)

/** A customer in a picker, with what tells them apart from others of their name, and how many lent items they hold. */
export function HolderOption({ customer }: { customer: Found }) {
  const { name, held = ZERO_QUANTITY } = customer
  const { t } = useTranslation('laundry')
  return (
    <OptionLine>
      <span>
        {name} <small>{tellApart(customer)}</small>
      </span>
      {held > 0 ? <small>{t('return.held', { quantity: showQuantity(held) })}</small> : null}
    </OptionLine>
  )
}

type Props = { label: string; startsHere?: boolean; choose: (customer: Found) => void }

/** Finds a customer who returns lent items. */
export function HolderPick({ label, startsHere = false, choose }: Props) {
  return (
    <SearchPick
      label={label}
      startsHere={startsHere}
      search={findHolders}
      onPick={choose}
      apart={tellApart}
      row={(customer) => <HolderOption customer={customer} />}
    />
  )
}
