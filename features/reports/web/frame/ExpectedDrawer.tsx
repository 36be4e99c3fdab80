import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '#web/may-open.ts'
import { Drawer } from '#web/ui/Overlays.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { countExpected, type Expected, EXPECTED_PAGE, listExpected, sumExpected } from '../../domain/forecast.ts'
import type { ExpectedOf } from '../../domain/frame.ts'
import { DrawerTable } from './DrawerTable.tsx'
import { useDocumentAddress } from './DocumentsDrawer.tsx'
import type { Opened } from './ReportTables.tsx'

const rowKey = (row: Expected): number => row.key

/** Returns the address of what is expected, or null if the person may not open its page. */
function useExpectedAddress(): (row: Pick<Expected, 'what' | 'id'>) => string | null {
  const document = useDocumentAddress()
  const [customers, providers] = [useMayOpen('/customer-detail/$id'), useMayOpen('/provider-detail/$id')]
  return ({ what, id }) => {
    if (what === 'customer') return customers ? `/customer-detail/${id}` : null
    if (what === 'provider') return providers ? `/provider-detail/${id}` : null
    return document(what, id)
  }
}

const columnsOf = (t: TFunction<'reports'>): Column<Expected>[] => [
  { key: 'due', header: t('document.due'), kind: 'day', sortable: true },
  { key: 'name', header: t('document.party.payment'), width: 200, card: 'title' },
  { key: 'kind', header: t('column.expected'), width: 150, value: ({ kind }) => t(`word.${kind}`) },
  { key: 'id', header: t('document.id'), kind: 'id', sortable: true },
  { key: 'number', header: t('document.number.expected'), width: 110 },
  { key: 'cents', header: t('column.money'), kind: 'money', sortable: true, sum: true, card: 'end' },
]

/** The expected amounts that sum to a figure of a forecast, with their sum. */
export function ExpectedDrawer({ opened, close }: { opened: Opened | null; close: () => void }) {
  const of = opened && 'expected' in opened.of ? opened.of : null
  return (
    <Drawer opened={of !== null} onClose={close} title={opened?.label ?? ''} size="xl">
      {of && opened ? <ExpectedAmounts of={of} label={opened.label} /> : null}
    </Drawer>
  )
}

function ExpectedAmounts({ of, label }: { of: ExpectedOf; label: string }) {
  const { t } = useTranslation('reports')
  const addressOf = useExpectedAddress()
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <DrawerTable
      name="expected"
      label={label}
      list={listExpected}
      count={countExpected}
      sums={sumExpected}
      columns={columns}
      rowKey={rowKey}
      fixed={of}
      pageSize={EXPECTED_PAGE}
      open={(row: Expected) => addressOf(row) ?? ''}
    />
  )
}
