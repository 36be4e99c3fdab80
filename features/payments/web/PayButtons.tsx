import type { OfCustomer } from '#features/customers/web/customer-parts.ts'
import type { OfProvider } from '#features/providers/web/provider-parts.ts'
import type { OfRecord } from '#web/records/record-parts.ts'
import { Button } from '@mantine/core'
import { Banknote } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'

/** The button beside the name of a customer. */
export const PayCustomer = ({ customer: { id } }: OfCustomer) => <PayParty address={`/createpayment?customer=${id}`} />

/** The button beside the name of a provider. */
export const PayProvider = ({ provider: { id } }: OfProvider) => <PayParty address={`/createpayment?provider=${id}`} />

/** The button beside the name of a salesperson. */
export const PaySalesperson = ({ id }: OfRecord) => <PayParty address={`/createpayment?salesperson=${id}`} />

/** Leads to the form of a payment of a customer or provider, for people who may record one. */
function PayParty({ address }: { address: string }) {
  const { t } = useTranslation('payments')
  if (!useMayOpen('/createpayment')) return null
  return (
    <Button component={PageLink} to={address} variant="default" leftSection={<Banknote size={16} aria-hidden />}>
      {t('payment.title')}
    </Button>
  )
}
