import { Button } from '@mantine/core'
import { Merge } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OfCustomer } from '#features/customers/web/customer-parts.ts'
import { PageLink } from '#web/navigation.tsx'
import { useMay } from '#web/session.ts'
import { mergeRights } from '../domain/rights.ts'

/** Leads from a customer to the page that merges another one into it. */
export default function MergeButton({ customer }: OfCustomer) {
  const { t } = useTranslation('merge')
  if (!useMay(mergeRights.write)) return null
  return (
    <Button
      component={PageLink}
      to={`/merge-customers?keep=${customer.id}`}
      variant="default"
      leftSection={<Merge size={16} aria-hidden />}
    >
      {t('action.merge-with')}
    </Button>
  )
}
