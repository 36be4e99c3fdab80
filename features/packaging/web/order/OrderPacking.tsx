import { Anchor, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { PACKAGED_STATUSES, UNDELIVERED_STATUSES } from '#features/orders/domain/order.ts'
import { PageLink } from '#web/navigation.tsx'
import { useMay } from '#web/session.ts'
import { Facts, Panel } from '#web/ui/Panel.tsx'
import { packagingRights } from '../../domain/rights.ts'
import { PackedParcels } from '../box/ParcelsField.tsx'

/** Shows into how many parcels an order was packed, corrects the number, and leads to the labels. */
export default function OrderPacking({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('packaging')
  const mayPackage = useMay(packagingRights.package)
  if (!PACKAGED_STATUSES.includes(order.status)) return null
  const maySet = mayPackage && UNDELIVERED_STATUSES.includes(order.status)
  return (
    <Panel title={t('title.list')}>
      <Stack gap="xs">
        {maySet ? (
          <PackedParcels key={order.parcels} order={order} />
        ) : (
          <Facts items={[{ label: t('dialog.parcels'), value: order.parcels }]} />
        )}
        <Anchor component={PageLink} to={`/packaging-label/${order.id}`} size="sm">
          {t('parcels.labels', { count: order.parcels })}
        </Anchor>
      </Stack>
    </Panel>
  )
}
