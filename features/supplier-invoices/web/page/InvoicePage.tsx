import { Alert, Anchor, Badge, Button, Tabs } from '@mantine/core'
import { Ban, FilePlus2, Pencil, RotateCcw } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { NotesPanel } from '#features/notes/web/NotesPanel.tsx'
import { NotesTitle } from '#features/notes/web/NotesTitle.tsx'
import { TotalQuantity } from '#features/products/web/TotalQuantity.tsx'
import { pdfAddress } from '#kernel/contract.ts'
import { historyRights } from '#kernel/rights.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink, useSearchState } from '#web/navigation.tsx'
import { PaperMenu } from '#web/ui/paper/PaperMenu.tsx'
import { useAsk } from '#web/query.ts'
import { useAddressId } from '#web/router/address-id.ts'
import { useMay } from '#web/session.ts'
import { useHistoryValue } from '#web/ui/history/history-value.ts'
import { RecordHistory } from '#web/ui/history/HistoryList.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Facts, Panel } from '#web/ui/Panel.tsx'
import colour from '#web/ui/page-colour.module.css'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { DayText, MomentText, MoneyText } from '#web/ui/texts.tsx'
import stack from '#features/orders/web/order-frame.module.css'
import { useDocumentCodes } from '../code-names.ts'
import { invoicesEntity } from '#features/buying/domain/entity.ts'
import { INVOICE_WORDS } from '../../domain/history-words.ts'
import { type Invoice, invoiceDetail, invoiceHistory, invoicePaper } from '../../domain/list-contract.ts'
import { purchasesRights } from '#features/supplier-catalogue/domain/rights.ts'
import { NoSuchInvoice } from '../NoSuchInvoice.tsx'
import { RequestDetail } from '#features/buying/web/RequestDetail.tsx'
import { useReceive } from '../entry/open-draft.ts'
import { CancelInvoice, useCorrection } from './CancelInvoice.tsx'
import { InvoiceLines } from './InvoiceLines.tsx'
import styles from './invoice.module.css'

const TABS = ['lines', 'notes', 'history'] as const
const address = z.object({ tab: z.enum(TABS).catch('lines') })

/** Shows one inbound invoice or request: its data, totals and products, and what can be done with it. */
export default function InvoicePage() {
  const { id, given } = useAddressId()
  return id === null ? <NoSuchInvoice given={given} /> : <LoadedInvoice id={id} />
}

function LoadedInvoice({ id }: { id: number }) {
  const { t } = useTranslation('purchases')
  const answer = useAsk(invoiceDetail, { id })
  if (answer.data?.invoice.type === 'REQUEST-PM') return <Request id={id} />
  if (answer.data) return <InvoiceContent invoice={answer.data.invoice} />
  return (
    <>
      <PageHeader title={t('title.invoice')} back={{ to: '/invoices', label: t('title.list') }} />
      {answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading rows={10} height={36} />
      )}
    </>
  )
}

/** Shows a request, whose goods an invoice receives. */
function Request({ id }: { id: number }) {
  return <RequestDetail id={id} receive={useReceive()} />
}

function InvoiceContent({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('purchases')
  const title = `${t(`type.${invoice.type}`)} ${invoice.number || invoice.id}`
  return (
    <div className={colour.paper} data-paper={invoice.grey ? 'grey' : 'green'}>
      <PageHeader
        title={title}
        tab={`${title} · ${invoice.providerName}`}
        mark={
          <>
            {invoice.state === 'CANCELED' ? <StatusBadge status="CANCELED" /> : null}
            {invoice.historic ? <Badge variant="default">{t('page.historic')}</Badge> : null}
          </>
        }
        subtitle={invoice.providerName}
        back={{ to: '/invoices', label: t('title.list') }}
        primary={<NextInvoice />}
        secondary={<InvoiceActions invoice={invoice} />}
      />
      <div className={stack.stack}>
        {invoice.canceledAt === null ? null : (
          <Alert color="red" variant="light" py="xs">
            {t('page.canceled', {
              name: invoice.canceledName,
              at: invoice.canceledAt,
              reason: invoice.cancelReason,
            })}
          </Alert>
        )}
        <div className={styles.top}>
          <AboutInvoice invoice={invoice} />
          <InvoiceTotals invoice={invoice} />
        </div>
        <InvoiceTabs invoice={invoice} />
      </div>
    </div>
  )
}

/** The data of the invoice, with every field of the specification. */
export function AboutInvoice({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('purchases')
  const { nameOf } = useDocumentCodes()
  const mayOpenProvider = useMayOpen('/provider-detail/$id')
  const codeName = nameOf(invoice.refcode)
  const linked = ([key, other]: readonly [string, Invoice['corrects']]) =>
    other === null
      ? []
      : [
          {
            label: t(`page.${key}`),
            value: (
              <Anchor component={PageLink} to={`/invoice-detail/${other.id}`} inherit>
                {other.number}
              </Anchor>
            ),
          },
        ]
  return (
    <Panel title={t('page.facts')}>
      <Facts
        items={[
          { label: t('page.type'), value: t(`type.${invoice.type}`) },
          {
            label: t('page.provider'),
            value:
              invoice.providerId !== null && mayOpenProvider ? (
                <Anchor component={PageLink} to={`/provider-detail/${invoice.providerId}`} inherit>
                  {invoice.providerName}
                </Anchor>
              ) : (
                invoice.providerName
              ),
          },
          { label: t('column.provider-vat'), value: invoice.providerVat, figures: true },
          { label: t('page.number'), value: invoice.number, figures: true },
          {
            label: t('page.refcode'),
            value: (
              <>
                <span className="figures">{invoice.refcode}</span> {codeName}
              </>
            ),
          },
          { label: t('page.import-date'), value: <DayText value={invoice.importDate} /> },
          { label: t('page.created'), value: <MomentText value={invoice.created} /> },
          { label: t('page.entered-by'), value: invoice.userName },
          ...[['corrects', invoice.corrects] as const, ['corrected-by', invoice.correctedBy] as const].flatMap(linked),
          ...(invoice.note === '' ? [] : [{ label: t('page.note'), value: invoice.note, long: true }]),
        ]}
      />
    </Panel>
  )
}

/** The totals. VAT is shown only for the codes that show it (C-35). */
export function InvoiceTotals({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('purchases')
  return (
    <Panel title={t('page.totals')}>
      <dl className={styles.sums}>
        <dt>{t('page.quantity')}</dt>
        <dd>
          <TotalQuantity lines={invoice.lines} total={invoice.quantity} />
        </dd>
        <dt className={invoice.showsVat ? undefined : styles.grand}>{t('page.goods')}</dt>
        <dd className={invoice.showsVat ? undefined : styles.grand}>
          <MoneyText value={invoice.goods} />
        </dd>
        {invoice.showsVat ? (
          <>
            <dt>{t('page.vat')}</dt>
            <dd>
              <MoneyText value={invoice.vat} />
            </dd>
            <dt className={styles.grand}>{t('page.total')}</dt>
            <dd className={styles.grand}>
              <MoneyText value={invoice.total} />
            </dd>
          </>
        ) : null}
      </dl>
    </Panel>
  )
}

function InvoiceTabs({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('purchases')
  const [{ tab }, setAddress] = useSearchState(address)
  const seesHistory = useMay(historyRights.read)
  const plain = useHistoryValue(INVOICE_WORDS)
  const shown = TABS.filter((name) => name !== 'history' || seesHistory)
  return (
    <Panel flush>
      <Tabs value={tab} onChange={(next) => setAddress({ tab: next === 'lines' || next === null ? undefined : next })}>
        <Tabs.List>
          {shown.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {name === 'notes' ? <NotesTitle entity={invoicesEntity} id={invoice.id} /> : t(`page.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="lines">
          <InvoiceLines invoice={invoice} />
        </Tabs.Panel>
        <Tabs.Panel value="notes" p="md">
          <NotesPanel entity={invoicesEntity} id={invoice.id} />
        </Tabs.Panel>
        <Tabs.Panel value="history" p="md">
          {tab === 'history' ? (
            <RecordHistory
              contract={invoiceHistory}
              id={invoice.id}
              showValue={(field, value) => plain(field, value)}
            />
          ) : null}
        </Tabs.Panel>
      </Tabs>
    </Panel>
  )
}

/** Leads from an invoice to the entry of the next one. */
function NextInvoice() {
  const { t } = useTranslation('purchases')
  const mayWrite = useMay(purchasesRights.write)
  if (!mayWrite) return null
  return (
    <Button component={PageLink} to="/createinvoice" leftSection={<FilePlus2 size={16} aria-hidden />}>
      {t('title.create')}
    </Button>
  )
}

/** The papers, and what can be done with the invoice: cancel and correct it, or enter a cancelled one again. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('purchases')
  const mayCancel = useMay(purchasesRights.cancel)
  const mayWrite = useMay(purchasesRights.write)
  const [asked, setAsked] = useState<'cancel' | 'correct' | null>(null)
  const openCorrection = useCorrection(invoice)
  const isBooked = invoice.state === 'BOOKED' && !invoice.historic
  const isCanceled = invoice.type === 'INBOUND' && invoice.state === 'CANCELED' && !invoice.historic
  return (
    <>
      <PaperMenu
        label={t('page.papers')}
        print={{ label: t('page.print'), to: `/invoice-paper/${invoice.id}` }}
        pdf={{ label: t('page.pdf'), address: pdfAddress(invoicePaper, { id: invoice.id }) }}
      />
      {isBooked && mayCancel && mayWrite ? (
        <Button variant="default" leftSection={<Pencil size={16} aria-hidden />} onClick={() => setAsked('correct')}>
          {t('page.correct')}
        </Button>
      ) : null}
      {isBooked && mayCancel ? (
        <Button
          variant="default"
          c="var(--mantine-color-error)"
          leftSection={<Ban size={16} aria-hidden />}
          onClick={() => setAsked('cancel')}
        >
          {t('page.cancel')}
        </Button>
      ) : null}
      {isCanceled && mayWrite && invoice.correctedBy === null ? (
        <Button
          variant="default"
          leftSection={<RotateCcw size={16} aria-hidden />}
          onClick={() => openCorrection().catch((fault: unknown) => say.failed(fault))}
        >
          {t('page.again')}
        </Button>
      ) : null}
      {asked === null ? null : (
        <CancelInvoice invoice={invoice} correct={asked === 'correct'} close={() => setAsked(null)} />
      )}
    </>
  )
}
