import { Button, Group } from '@mantine/core'
import type { TFunction } from 'i18next'
import { Barcode, Flag, PackageCheck } from '#web/ui/icon/icons.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { useActing, useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { say } from '#web/ui/say.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { finishShipment, listShipments, type ListedShipment } from '../../domain/contract.ts'
import { shippingRights } from '../../domain/rights.ts'
import { shipmentLifecycle } from '../../domain/shipment.ts'
import { ShipmentVouchers } from '../VoucherDialog.tsx'

const OPEN = { status: 'PENDING' }
const rowKey = (row: ListedShipment) => row.id
const planOf = (row: ListedShipment) => `/shipping-plan/${row.id}`

type Rights = { readonly mayDrive: boolean; readonly mayPlan: boolean }

const columnsOf = (t: TFunction<'shipping'>, { mayDrive, mayPlan }: Rights): Column<ListedShipment>[] => [
  { key: 'id', header: t('column.shipment') },
  { key: 'driver', header: t('column.driver'), card: 'title' },
  {
    key: 'driverType',
    header: t('column.driver-type'),
    cell: ({ driverType }) => t(`driver-type.${driverType}`, { defaultValue: driverType }),
  },
  { key: 'vehicle', header: t('column.vehicle') },
  {
    key: 'vouchers',
    header: t('column.vouchers'),
    cell: (row: ListedShipment) =>
      row.driverType === 'Driver' ? null : <Vouchers shipment={row} mayEnter={mayPlan} />,
  },
  { key: 'updated', header: t('column.updated'), kind: 'moment' },
  { key: 'orders', header: t('column.orders'), kind: 'number' },
  { key: 'openOrders', header: t('column.open-orders'), kind: 'number' },
  ...(mayDrive
    ? [
        {
          key: 'finish',
          header: t('column.end'),
          value: () => '',
          cell: (row: ListedShipment) => <Finish shipment={row} />,
          card: 'end' as const,
        },
      ]
    : []),
]

/** Lists open shipments: driver, number of open orders, and the button that finishes the shipment. */
export function OpenShipments() {
  const { t } = useTranslation('shipping')
  const mayDrive = useMay(shippingRights.drive)
  const mayPlan = useMay(shippingRights.plan)
  const columns = useMemo(() => columnsOf(t, { mayDrive, mayPlan }), [t, mayDrive, mayPlan])
  return (
    <DataTable
      name="shipping-open"
      prefix="s."
      label={t('tab.open')}
      list={listShipments}
      columns={columns}
      rowKey={rowKey}
      fixed={OPEN}
      open={planOf}
      empty={{ title: t('open.empty'), hint: t('open.empty-hint') }}
    />
  )
}

/** Shows the vouchers, and opens the dialog that edits them. */
function Vouchers({ shipment, mayEnter }: { shipment: ListedShipment; mayEnter: boolean }) {
  const { t } = useTranslation('shipping')
  const [opened, setOpened] = useState(false)
  return (
    <Group gap={6} wrap="nowrap">
      <span className="figures">{shipment.vouchers}</span>
      {mayEnter ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Barcode size={14} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          {t(shipment.vouchers === '' ? 'action.vouchers' : 'action.correct')}
        </Button>
      ) : null}
      {opened ? <ShipmentVouchers id={shipment.id} onClose={() => setOpened(false)} /> : null}
    </Group>
  )
}

function Finish({ shipment }: { shipment: ListedShipment }) {
  const { t } = useTranslation('shipping')
  const acting = useActing()
  const finish = useRun(finishShipment, {
    onSuccess: () => say.done(t('said.finished', { id: shipment.id })),
    onError: (error) => say.failed(error),
  })
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        component={PageLink}
        to={`/loading/${shipment.id}`}
        leftSection={<PackageCheck size={14} aria-hidden />}
      >
        {t('action.loading')}
      </Button>
      <ActionButton
        size="compact-sm"
        variant="default"
        leftSection={<Flag size={14} aria-hidden />}
        pending={finish.isPending}
        closed={shipmentLifecycle.whyNot('finish', shipment, acting)}
        onClick={() => finish.mutate({ id: shipment.id })}
      >
        {t('action.finish')}
      </ActionButton>
    </Group>
  )
}
