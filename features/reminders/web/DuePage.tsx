import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showDay } from '#web/format.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { countDue, type Due, DUE_PAGE, DUE_SHOWN, listDue, sumDue } from '../domain/contract.ts'
import { DueOfCustomer } from './DueOfCustomer.tsx'

type Text = TFunction<readonly ['reminders', 'mail']>
const rowKey = (row: Due): number => row.id

/** The next step, or why there is none. */
const nextText = (t: Text, { next, closed }: Due): string => {
  if (closed === 'stopped') return t('closed.stopped')
  const step = next === null ? t('shown.later') : t(`step.${next}`)
  return closed === null ? step : `${step} · ${t(`closed.${closed}`)}`
}

const columnsOf = (t: Text): Column<Due>[] => [
  { key: 'name', header: t('column.name'), sortable: true, width: 240, card: 'title' },
  { key: 'overdue', header: t('column.overdue'), kind: 'money', sortable: true, sum: true, card: 'end' },
  { key: 'debts', header: t('column.debts'), kind: 'number', sum: true, from: 980 },
  { key: 'since', header: t('column.since'), kind: 'day', sortable: true },
  { key: 'late', header: t('column.late'), kind: 'number', sortable: true },
  {
    key: 'last',
    header: t('column.last'),
    sortable: true,
    value: ({ lastStep, lastDay, lastMail }) =>
      lastStep === null || lastDay === null
        ? ''
        : [t(`step.${lastStep}`), showDay(lastDay), lastMail && lastMail !== 'SENT' && t(`mail:status.${lastMail}`)]
            .filter(Boolean)
            .join(' · '),
    from: 760,
  },
  {
    key: 'next',
    header: t('column.next'),
    value: (row) => nextText(t, row),
    filter: {
      options: DUE_SHOWN.map((value) => ({
        value,
        label: t(value === 'later' || value === 'stopped' ? `shown.${value}` : `step.${value}`),
      })),
    },
    filterName: 'step',
  },
]

/** Lists the customers with overdue debts, those who owe most first. A row opens the letter that reminds of them. */
export default function DuePage() {
  const { t } = useTranslation(['reminders', 'mail'])
  const [opened, setOpened] = useState<Pick<Due, 'id' | 'name'> | null>(null)
  const columns = useMemo(() => columnsOf(t), [t])
  const close = () => setOpened(null)
  return (
    <>
      <PageHeader title={t('title.due')} subtitle={t('hint')} />
      <DataTable
        name="due"
        label={t('title.due')}
        list={listDue}
        count={countDue}
        sums={sumDue}
        sumsAtFirst
        columns={columns}
        rowKey={rowKey}
        pageSize={DUE_PAGE}
        onOpen={({ id, name }) => setOpened({ id, name })}
        empty={{ title: t('none') }}
      />
      <Dialog opened={opened !== null} onClose={close} title={opened?.name ?? ''} size="lg">
        {opened ? <DueOfCustomer id={opened.id} name={opened.name} close={close} /> : null}
      </Dialog>
    </>
  )
}
