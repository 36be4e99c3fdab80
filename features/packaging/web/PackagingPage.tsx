import { Button, Group } from '@mantine/core'
import type { TFunction } from 'i18next'
import { ArrowLeft, Clock, ListChecks } from '#web/ui/icon/icons.ts'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { showCount, showQuantity } from '#web/format.ts'
import { PageLink, useSearchState } from '#web/navigation.tsx'
import { settledKey } from '#web/offline/action-queue.ts'
import { useDeviceActions } from '#web/offline/device-actions.ts'
import type { Person } from '#web/offline/stored-person.ts'
import { usePerson } from '#web/session.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { countPackaging, listPackaging, MOST_PICKED, packageOrder, type PackagingRow } from '../domain/contract.ts'
import { TabletQueue } from './TabletQueue.tsx'
import { useListStandIn, usePackingDay } from './box-orders.ts'
import { CameraDialog } from '#web/ui/scan/CameraDialog.tsx'
import { forgetInBox } from './box/checked-lines.ts'
import styles from './packaging.module.css'
import { PackOrderDialog } from './box/PackOrderDialog.tsx'
import { ScanButtons } from '#web/ui/scan/ScanButtons.tsx'
import scan from '#web/ui/scan/scan-notice.module.css'
import { ScanNotice } from '#web/ui/scan/ScanNotice.tsx'
import { useOrderScan } from './scan/use-order-scan.ts'
import { OtherPackers } from './OtherPackers.tsx'

const rowKey = (row: PackagingRow) => row.id

const search = z.object({ show: z.enum(['to-package', 'packaged']).catch('to-package') })

/** Returns what is packed: the quantity and name of the first lines, and how many lines follow. */
function contentsText({ contents, lineCount }: PackagingRow, t: TFunction<'packaging'>): string {
  const more = lineCount - contents.length
  const named = contents.map(
    ({ name, quantity, unit }) =>
      `${showQuantity(quantity)} ${t(`frame:unit.${unit}`, { defaultValue: unit })} ${name}`,
  )
  return [...named, ...(more > 0 ? [`+${showCount(more)}`] : [])].join(' · ')
}

/** `waiting` holds the orders whose packaging waits, and whether it waits for a server that fails. */
const columnsOf = (t: TFunction<'packaging'>, waiting: ReadonlyMap<number, boolean>): Column<PackagingRow>[] => [
  { key: 'id', header: t('column.id'), sortable: true },
  {
    key: 'name',
    header: t('column.name'),
    sortable: true,
    width: 230,
    card: 'title',
    cell: (row) => (
      <span className={styles.named}>
        {row.name}
        <OtherPackers id={row.id} />
      </span>
    ),
  },
  { key: 'contents', header: t('label.contents'), value: (row) => contentsText(row, t), width: 260, from: 760 },
  { key: 'expectedDelivery', header: t('column.delivery'), kind: 'clock', sortable: true },
  {
    key: 'status',
    header: t('column.status'),
    kind: 'status',
    cell: (row) => {
      const failing = waiting.get(row.id)
      return failing === undefined ? <StatusBadge status={row.status} /> : <WaitingMark failing={failing} />
    },
  },
]

/** The list of orders to package, on a tablet. A press on a row, or a scan of its label, opens the order. */
export default function PackagingPage() {
  const person = usePerson()
  return person === null ? null : <PackingList key={person.id} person={person} />
}

function PackingList({ person }: { person: Person }) {
  const { t } = useTranslation('packaging')
  const [{ show }, change] = useSearchState(search)
  const [open, setOpen] = useState<number | null>(null)
  const [camera, setCamera] = useState(false)
  const queue = useDeviceActions(person.id)
  const day = usePackingDay()
  const { waiting, packaged } = useOwnPresses(queue)
  const standIn = useListStandIn(packaged)
  const scanned = useOrderScan({ boxes: day.boxes, open: openBox, enabled: open === null })
  function openBox(id: number) {
    scanned.clear()
    setCamera(false)
    setOpen(id)
  }
  const fixed = useMemo(() => ({ done: show === 'packaged' }), [show])
  const columns = useMemo(() => columnsOf(t, waiting), [t, waiting])

  return (
    <div className={styles.page}>
      <PageHeader title={t('title.list')} secondary={<HeaderButtons openCamera={() => setCamera(true)} />} />
      <TabletQueue queue={queue} cachedAt={day.cachedAt} open={openBox} />
      <div className={scanned.word === null ? undefined : scan.page}>
        <ScanNotice word={open === null && !camera ? scanned.word : null} clear={scanned.clear} />
      </div>
      <DataTable
        name="packaging"
        label={t('title.list')}
        list={listPackaging}
        count={countPackaging}
        columns={columns}
        rowKey={rowKey}
        fixed={fixed}
        standIn={standIn}
        onOpen={(row) => openBox(row.id)}
        selectable={show === 'to-package'}
        bulk={(rows) => <PickingLink ids={rows.map(({ id }) => id)} />}
        empty={{ title: t('list.empty'), nothingFound: t('list.empty') }}
        toolbar={
          <ShowChoice
            show={show}
            choose={(next) => change({ show: next === 'to-package' ? undefined : next, page: undefined })}
          />
        }
      />
      {open === null ? null : <PackOrderDialog key={open} id={open} queue={queue} onClose={() => setOpen(null)} />}
      {camera ? (
        <CameraDialog hint={t('scan.camera-hint')} onCode={scanned.receive} onClose={() => setCamera(false)}>
          <ScanNotice word={scanned.word} clear={scanned.clear} />
        </CameraDialog>
      ) : null}
    </div>
  )
}

/** Turns the sounds of a scan on and off, opens the camera if the device has one, and leads back to the tasks. */
function HeaderButtons({ openCamera }: { openCamera: () => void }) {
  const { t } = useTranslation('packaging')
  return (
    <Group gap="xs">
      <ScanButtons openCamera={openCamera} />
      <Button
        component={PageLink}
        to="/tasks"
        variant="default"
        size="md"
        mih={48}
        leftSection={<ArrowLeft size={20} aria-hidden />}
      >
        {t('action.back-to-tasks')}
      </Button>
    </Group>
  )
}

type Shown = z.output<typeof search>['show']

/** Chooses between orders to package and packaged orders. */
function ShowChoice({ show, choose }: { show: Shown; choose: (next: Shown) => void }) {
  const { t } = useTranslation('packaging')
  return (
    <Button.Group className={styles.shows}>
      {(['to-package', 'packaged'] as const).map((one) => (
        <Button
          key={one}
          size="md"
          variant={show === one ? 'filled' : 'default'}
          aria-pressed={show === one}
          onClick={() => choose(one)}
        >
          {t(`show.${one}`)}
        </Button>
      ))}
    </Button.Group>
  )
}

/**
 * Returns the orders that were packaged on this tablet: those that wait for the connection, and those accepted since.
 */
function useOwnPresses({ waiting, failing, settled }: ReturnType<typeof useDeviceActions>) {
  const packaged = useMemo(() => {
    const prefix = settledKey(packageOrder.name, 'orders:')
    return new Set([...settled].filter((key) => key.startsWith(prefix)).map((key) => Number(key.slice(prefix.length))))
  }, [settled])
  // The ticked lines are kept until the server has accepted the order, because it may still refuse a waiting one.
  useEffect(() => packaged.forEach(forgetInBox), [packaged])
  return useMemo(() => {
    const presses = waiting.filter(({ command }) => command === packageOrder.name)
    const orders = presses.map(({ subject, key }) => [Number(subject.split(':')[1]), failing.has(key)] as const)
    return { waiting: new Map(orders), packaged }
  }, [waiting, failing, packaged])
}

/** Replaces the status of an order whose packaging waits for the connection, or for a server that fails. */
function WaitingMark({ failing }: { failing: boolean }) {
  const { t } = useTranslation('frame')
  return (
    <span className={styles.waitingMark}>
      <Clock size={14} aria-hidden /> {t(failing ? 'offline.failing-mark' : 'offline.waiting-mark')}
    </span>
  )
}

/** Leads to the picking list of the ticked orders. */
function PickingLink({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation('packaging')
  const address = `/packaging-picking?orders=${ids.slice(0, MOST_PICKED).join('.')}`
  return (
    <Button component={PageLink} to={address} size="md" mih={48} leftSection={<ListChecks size={20} aria-hidden />}>
      {t('picking.open')}
    </Button>
  )
}
