import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '#web/may-open.ts'
import { Drawer } from '#web/ui/Overlays.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import {
  countDocuments,
  type CountedDocument,
  DOCUMENTS_PAGE,
  type DocumentsOf,
  isCounted,
  listDocuments,
  type ReportInput,
  type Source,
  sumDocuments,
} from '../../domain/frame.ts'
import { DrawerTable } from './DrawerTable.tsx'
import type { Opened } from './ReportTables.tsx'

const PAGES: Readonly<Record<Source, string>> = {
  order: '/order-detail/$id',
  invoice: '/invoice-detail/$id',
  payment: '/payment-overview/$id',
}
const rowKey = (row: CountedDocument): number => row.key

/** Returns the address of a document, or null if the person may not open its page. */
export function useDocumentAddress(): (source: Source, id: number) => string | null {
  const may: Readonly<Record<Source, boolean>> = {
    order: useMayOpen(PAGES.order),
    invoice: useMayOpen(PAGES.invoice),
    payment: useMayOpen(PAGES.payment),
  }
  return (source, id) => (may[source] ? PAGES[source].replace('$id', String(id)) : null)
}

function columnsOf(
  t: TFunction<'reports'>,
  { source, productId, costs, commission }: DocumentsOf,
): Column<CountedDocument>[] {
  const isPayment = source === 'payment'
  return [
    { key: 'id', header: t('document.id'), kind: 'id', sortable: true, card: 'end' },
    { key: 'day', header: t('document.day'), kind: 'day', sortable: true },
    { key: 'name', header: t(`document.party.${source}`), width: 200, card: 'title' },
    ...(source === 'order' ? [] : [{ key: 'number', header: t(`document.number.${source}`), width: 110 } as const]),
    { key: 'refcode', header: t('column.refcode'), from: 760, ...(isPayment && { hidden: true }) },
    ...(productId !== undefined
      ? [{ key: 'quantity', header: t('column.quantity'), kind: 'quantity', sum: true } as const]
      : []),
    ...(isPayment
      ? []
      : ([
          { key: 'net', header: t('column.net'), kind: 'money', sum: true },
          { key: 'vat', header: t('column.vat'), kind: 'money', sum: true },
        ] as const)),
    { key: 'total', header: t('column.total'), kind: 'money', sortable: true, sum: true },
    ...(commission ? [{ key: 'commission', header: t('column.commission'), kind: 'money', sum: true } as const] : []),
    ...(costs ? [{ key: 'cost', header: t('column.cost'), kind: 'money', sum: true } as const] : []),
  ]
}

type DrawerProps = { opened: Opened | null; input: ReportInput | null; close: () => void }

/** The documents that sum to a figure of a report, with their sum. */
export function DocumentsDrawer({ opened, input, close }: DrawerProps) {
  const of = opened && isCounted(opened.of) ? opened.of : null
  return (
    <Drawer opened={of !== null} onClose={close} title={opened?.label ?? ''} size="xl">
      {of && opened && input ? <Documents of={of} label={opened.label} input={input} /> : null}
    </Drawer>
  )
}

function Documents({ of, label, input }: { of: DocumentsOf; label: string; input: ReportInput }) {
  const { t } = useTranslation('reports')
  const address = useDocumentAddress()
  const columns = useMemo(() => columnsOf(t, of), [t, of])
  const fixed = useMemo(() => {
    const { from: periodFrom, to: periodTo, known } = input
    return { ...of, known, periodFrom: of.from ?? periodFrom, periodTo }
  }, [of, input])
  const mayOpen = address(of.source, 1) !== null
  return (
    <DrawerTable
      name="report-documents"
      label={label}
      list={listDocuments}
      count={countDocuments}
      sums={sumDocuments}
      columns={columns}
      rowKey={rowKey}
      fixed={fixed}
      pageSize={DOCUMENTS_PAGE}
      {...(mayOpen && { open: ({ id }: CountedDocument) => address(of.source, id) ?? '' })}
    />
  )
}
