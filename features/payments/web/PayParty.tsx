import { Button } from '@mantine/core'
import { Banknote } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'

/** Leads to the form of a payment of a customer or provider, for people who may record one. */
export function PayParty({ address }: { address: string }) {
  const { t } = useTranslation('payments')
  if (!useMayOpen('/createpayment')) return null
  return (
    <Button component={PageLink} to={address} variant="default" leftSection={<Banknote size={16} aria-hidden />}>
      {t('action.pay')}
    </Button>
  )
}
