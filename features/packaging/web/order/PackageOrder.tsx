import { Button } from '@mantine/core'
import { Package } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'

/** Leads from an order that waits to be packaged to its row on the packaging page. */
export function PackageOrder({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('packaging')
  if (!useMayOpen('/packaging')) return null
  return (
    <Button
      variant="filled"
      component={PageLink}
      to={`/packaging?q=${order.id}`}
      leftSection={<Package size={16} aria-hidden />}
    >
      {t('action.package-order')}
    </Button>
  )
}
