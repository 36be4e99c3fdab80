import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { requestDetail } from '#features/buying/domain/contract.ts'
import { RequestPreview } from '#features/buying/web/RequestPreview.tsx'
import { readAhead as readAnswer } from '#web/query.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { AskedPreview } from '#web/ui/table/preview/AskedPreview.tsx'
import { usePreviewWord } from '#web/ui/table/preview/record-previews.ts'
import shortTable from '#web/ui/table/short-table.module.css'
import { MoneyText, QuantityText } from '#web/ui/texts.tsx'
import { type Invoice, invoiceDetail } from '../../domain/list-contract.ts'
import { useReceive } from '../entry/open-draft.ts'
import { AboutInvoice, InvoiceActions, InvoiceTotals } from '../page/InvoicePage.tsx'

/** Reads an inbound invoice or a request. */
export async function readAhead(id: number): Promise<void> {
  const { invoice } = await readAnswer(invoiceDetail, { id })
  if (invoice.type === 'REQUEST-PM') await readAnswer(requestDetail, { id })
}

/** Shows an inbound invoice beside a list, or the request or order at a provider that has this number. */
export default function InvoicePreview({ id }: { id: number }) {
  const receive = useReceive()
  return (
    <AskedPreview contract={invoiceDetail} id={id}>
      {({ invoice }) =>
        invoice.type === 'REQUEST-PM' ? <RequestPreview id={id} receive={receive} /> : <Content invoice={invoice} />
      }
    </AskedPreview>
  )
}

/** What may be done with an invoice, its lines, totals and data. */
function Content({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('purchases')
  usePreviewWord(t(`type.${invoice.type}`))
  return (
    <>
      {invoice.state === 'CANCELED' ? (
        <div>
          <StatusBadge status="CANCELED" />
        </div>
      ) : null}
      <Group gap="xs" data-tools>
        <InvoiceActions invoice={invoice} />
      </Group>
      <Lines invoice={invoice} />
      <InvoiceTotals invoice={invoice} />
      <AboutInvoice invoice={invoice} />
    </>
  )
}

function Lines({ invoice: { lines } }: { invoice: Invoice }) {
  const { t } = useTranslation('purchases')
  if (lines.length === 0) return null
  return (
    <table className={`${shortTable.list} ${shortTable.named} ${shortTable.close}`} aria-label={t('page.lines')}>
      <thead>
        <tr>
          <th scope="col">{t('line.name')}</th>
          <th scope="col" className={shortTable.end}>
            {t('line.quantity')}
          </th>
          <th scope="col" className={shortTable.end}>
            {t('line.net')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.lineNo}>
            <th scope="row">
              {line.name}
              {line.description === '' ? null : <small>{line.description}</small>}
            </th>
            <td className={shortTable.end}>
              <QuantityText value={line.quantity} unit={line.unit} />
            </td>
            <td className={shortTable.end}>
              <MoneyText value={line.net} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
