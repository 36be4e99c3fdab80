import { Group } from '@mantine/core'
import { Flag } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRun } from '#web/query.ts'
import { useMay, usePerson } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { say } from '#web/ui/say.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { finishShipment, listShipments, type ShipmentRow } from '../domain/contract.ts'
import { shipmentLifecycle } from '../domain/shipment.ts'

const TOPICS = ['shipments']
const OPEN = { status: 'PENDING' }
const rowKey = (row: ShipmentRow) => row.id
const planOf = (row: ShipmentRow) => `/shipping-plan/${row.id}`

/** The trucks that are out: who drives, how many orders are still open, and the end of the round. */
export function OpenShipments() {
  const { t } = useTranslation('shipping')
  const mayDrive = useMay('shipping.drive')
  const columns = useMemo(
    (): Column<ShipmentRow>[] => [
      { key: 'id', header: t('column.shipment') },
      { key: 'driver', header: t('column.driver'), card: 'title' },
      { key: 'driverType', header: t('column.driver-type') },
      { key: 'vehicle', header: t('column.vehicle') },
      { key: 'updated', header: t('column.updated'), kind: 'moment' },
      { key: 'orders', header: t('column.orders'), kind: 'number' },
      { key: 'openOrders', header: t('column.open-orders'), kind: 'number' },
      ...(mayDrive
        ? [
            {
              key: 'finish',
              header: t('column.end'),
              value: () => '',
              cell: (row: ShipmentRow) => <Finish shipment={row} />,
              card: 'end' as const,
            },
          ]
        : []),
    ],
    [t, mayDrive],
  )
  return (
    <DataTable
      name="shipping-open"
      prefix="s."
      label={t('tab.open')}
      list={listShipments}
      topics={TOPICS}
      columns={columns}
      rowKey={rowKey}
      fixed={OPEN}
      open={planOf}
      empty={{ title: t('open.empty'), hint: t('open.empty-hint') }}
    />
  )
}

function Finish({ shipment }: { shipment: ShipmentRow }) {
  const { t } = useTranslation('shipping')
  const person = usePerson()
  const finish = useRun(finishShipment, {
    onSuccess: () => say.done(t('said.finished', { id: shipment.id })),
    onError: (error) => say.failed(error),
    invalidates: ['shipments'],
  })
  return (
    <Group gap="xs">
      <ActionButton
        size="compact-sm"
        variant="default"
        leftSection={<Flag size={14} aria-hidden />}
        pending={finish.isPending}
        closed={shipmentLifecycle.whyNot('finish', shipment, person?.actingRole ?? null)}
        onClick={() => finish.mutate({ id: shipment.id })}
      >
        {t('action.finish')}
      </ActionButton>
    </Group>
  )
}
