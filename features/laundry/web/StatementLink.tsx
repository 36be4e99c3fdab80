import { Button } from '@mantine/core'
import { FileText } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import type { OfCustomer } from '#features/customers/web/customer-parts.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'

export const StatementOfThisCustomer = ({ customer: { id } }: OfCustomer) => <StatementOf id={id} />

/** Leads to the statement of the lent items of a customer. */
export function StatementOf({ id }: { id: number }) {
  const { t } = useTranslation('laundry')
  if (!useMayOpen('/lent-statement/$id')) return null
  return (
    <Button
      component={PageLink}
      to={`/lent-statement/${id}`}
      variant="default"
      leftSection={<FileText size={16} aria-hidden />}
    >
      {t('title.statement')}
    </Button>
  )
}
