import { Button, Tabs } from '@mantine/core'
import type { TFunction } from 'i18next'
import { FilePlus2 } from '#web/ui/icon/icons.ts'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { lazyPart } from '#web/lazy-part.tsx'
import { PageLink, useGo, useSearchState } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import type { RowOf } from '#web/ui/table/data-table-props.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { StatusStrip } from '#web/ui/table/StatusStrip.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { countInvoices, INVOICES_PAGE, listInvoices, sumInvoices } from '../../domain/list-contract.ts'
import { purchasesRights } from '../../domain/rights.ts'
import { UploadInvoice } from '../from-file/UploadInvoice.tsx'

type InvoiceRow = RowOf<typeof listInvoices>

const SHOWN = ['all', 'booked', 'canceled'] as const
type Shown = (typeof SHOWN)[number]
const FIXED = {
  all: {},
  booked: { state: ['BOOKED'] },
  canceled: { state: ['CANCELED'] },
} as const satisfies Record<Shown, object>
const address = z.object({ show: z.enum(SHOWN).catch('all') })
const rowKey = (row: InvoiceRow): number => row.id
const open = (row: InvoiceRow): string => `/invoice-detail/${row.id}`

const columnsOf = (t: TFunction<'purchases'>): Column<InvoiceRow>[] => [
  { key: 'importDate', header: t('column.importDate'), kind: 'day', sortable: true, filter: true },
  { key: 'number', header: t('column.number'), sortable: true, filter: 'text', width: 150, card: 'end' },
  { key: 'providerName', header: t('column.provider'), sortable: true, filter: 'text', width: 240, card: 'title' },
  { key: 'providerVat', header: t('column.provider-vat'), hidden: true },
  { key: 'refcode', header: t('column.refcode'), sortable: true, filter: 'text', from: 760 },
  { key: 'lineCount', header: t('column.lines'), kind: 'number', from: 1120 },
  { key: 'goods', header: t('column.goods'), kind: 'money', sortable: true, sum: true, filter: true, from: 900 },
  { key: 'vat', header: t('column.vat'), kind: 'money', sortable: true, sum: true, filter: true, from: 980 },
  { key: 'total', header: t('column.total'), kind: 'money', sortable: true, sum: true, filter: true },
  {
    key: 'state',
    header: t('column.state'),
    sortable: true,
    from: 760,
    value: (row) => t(`state.${row.state}`),
    // only what is not as usual has a badge
    cell: (row) => (row.state === 'CANCELED' ? <StatusBadge status="CANCELED" /> : null),
  },
  { key: 'userName', header: t('column.user'), hidden: true },
  { key: 'id', header: t('column.id'), align: 'end', sortable: true, filter: 'text', hidden: true },
]

const RequestsTab = lazyPart(() => import('../requests/RequestsTab.tsx'))
const ProposalsTab = lazyPart(() => import('../requests/ProposalsTab.tsx'))

const TABS = ['invoices', 'requests', 'proposals'] as const
const tabAddress = z.object({ tab: z.enum(TABS).catch('invoices') })

/** Shows inbound invoices, requests and proposals, each on a tab. */
export default function InvoicesPage() {
  const { t } = useTranslation('purchases')
  const [{ tab }] = useSearchState(tabAddress)
  const go = useGo()
  const mayWrite = useMay(purchasesRights.write)
  const create = mayWrite ? (
    <Button component={PageLink} to="/createinvoice" leftSection={<FilePlus2 size={16} aria-hidden />}>
      {t('title.create')}
    </Button>
  ) : undefined
  // the state of one tab means nothing on another one
  const choose = (next: string | null) => go(next === 'invoices' ? '/invoices' : `/invoices?tab=${next}`)
  return (
    <>
      <PageHeader title={t('title.list')} primary={create} />
      <Tabs value={tab} onChange={choose} keepMounted={false} mb="sm">
        <Tabs.List>
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="invoices" pt="sm">
          {mayWrite ? <UploadInvoice entered={() => go('/createinvoice')} /> : null}
          <InvoicesTab create={create} />
        </Tabs.Panel>
        <Tabs.Panel value="requests" pt="sm">
          <RequestsTab />
        </Tabs.Panel>
        <Tabs.Panel value="proposals" pt="sm">
          <ProposalsTab />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

/** Lists the inbound invoices, newest first. A row opens the invoice. */
function InvoicesTab({ create }: { create: ReactNode }) {
  const { t } = useTranslation('purchases')
  const [{ show }, setAddress] = useSearchState(address)
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <>
      <States show={show} choose={(next) => setAddress({ show: next === 'all' ? undefined : next, page: undefined })} />
      <DataTable
        name="inbound-invoices"
        label={t('title.list')}
        list={listInvoices}
        count={countInvoices}
        sums={sumInvoices}
        columns={columns}
        rowKey={rowKey}
        open={open}
        pageSize={INVOICES_PAGE}
        searches={t('list.searches')}
        fixed={FIXED[show]}
        empty={{ title: t('list.empty'), hint: t('list.empty-hint'), action: create }}
      />
    </>
  )
}

/** The states above the list, each with its number of invoices. */
function States({ show, choose }: { show: Shown; choose: (show: Shown) => void }) {
  const { t } = useTranslation('purchases')
  const all = useAsk(countInvoices, {})
  const canceled = useAsk(countInvoices, { filters: { state: ['CANCELED'] } })
  const booked = useAsk(countInvoices, { filters: { state: ['BOOKED'] } })
  const counts = { all: all.data?.count, booked: booked.data?.count, canceled: canceled.data?.count }
  return (
    <StatusStrip
      label={t('list.show')}
      chosen={show}
      choose={choose}
      statuses={SHOWN.map((key) => ({ key, label: t(`list.${key}`), count: counts[key] }))}
    />
  )
}
