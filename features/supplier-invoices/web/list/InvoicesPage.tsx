import { Button, Tabs } from '@mantine/core'
import { FilePlus2 } from '#web/ui/icon/icons.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { lazyPart } from '#web/lazy-part.tsx'
import { PageLink, useGo, useSearchState } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { ListTable } from '#web/records/ListTable.tsx'
import { useMay } from '#web/session.ts'
import type { RowOf } from '#web/ui/table/data-table-props.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { StatusStrip } from '#web/ui/table/StatusStrip.tsx'
import { invoiceList } from '../../domain/list-contract.ts'
import { purchasesRights } from '#features/supplier-catalogue/domain/rights.ts'
import { UploadInvoice } from '../from-file/UploadInvoice.tsx'

type InvoiceRow = RowOf<typeof invoiceList.list>

const SHOWN = ['all', 'booked', 'canceled'] as const
type Shown = (typeof SHOWN)[number]
const FIXED = {
  all: {},
  booked: { state: ['BOOKED'] },
  canceled: { state: ['CANCELED'] },
} as const satisfies Record<Shown, object>
const address = z.object({ show: z.enum(SHOWN).catch('all') })
/** Shows the state as a badge only if it is not the usual one. */
const OWN = {
  state: { cell: (row: InvoiceRow) => (row.state === 'CANCELED' ? <StatusBadge status="CANCELED" /> : null) },
}

const RequestsTab = lazyPart(() => import('#features/buying/web/RequestsTab.tsx'))
const ProposalsTab = lazyPart(() => import('#features/buying/web/ProposalsTab.tsx'))

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
    <Tabs value={tab} onChange={choose} keepMounted={false}>
      <PageHeader
        title={t('title.list')}
        tabs={
          <Tabs.List>
            {TABS.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {t(`tab.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        }
        primary={create}
      />
      <Tabs.Panel value="invoices">
        {mayWrite ? (
          <UploadInvoice entered={() => go('/createinvoice')}>
            {(chooseFile) => <InvoicesTab create={create} chooseFile={chooseFile} />}
          </UploadInvoice>
        ) : (
          <InvoicesTab create={create} />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="requests">
        <RequestsTab />
      </Tabs.Panel>
      <Tabs.Panel value="proposals">
        <ProposalsTab />
      </Tabs.Panel>
    </Tabs>
  )
}

/** Lists the inbound invoices, newest first. A row opens the invoice. */
function InvoicesTab({ create, chooseFile }: { create: ReactNode; chooseFile?: ReactNode }) {
  const { t } = useTranslation('purchases')
  const [{ show }, setAddress] = useSearchState(address)
  return (
    <>
      <States show={show} choose={(next) => setAddress({ show: next === 'all' ? undefined : next, page: undefined })} />
      <ListTable
        declared={invoiceList}
        own={OWN}
        label={t('title.list')}
        searches={t('list.searches')}
        fixed={FIXED[show]}
        toolbar={chooseFile}
        empty={{ title: t('list.empty'), hint: t('list.empty-hint'), action: create }}
      />
    </>
  )
}

/** The states above the list, each with its number of invoices. */
function States({ show, choose }: { show: Shown; choose: (show: Shown) => void }) {
  const { t } = useTranslation('purchases')
  const all = useAsk(invoiceList.count, {})
  const canceled = useAsk(invoiceList.count, { filters: { state: ['CANCELED'] } })
  const booked = useAsk(invoiceList.count, { filters: { state: ['BOOKED'] } })
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
