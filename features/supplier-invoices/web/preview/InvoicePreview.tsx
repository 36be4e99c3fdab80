import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { readAhead as readAnswer } from '#web/query.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { AskedPreview } from '#web/ui/table/preview/AskedPreview.tsx'
import shortTable from '#web/ui/table/short-table.module.css'
import { MoneyText, QuantityText } from '#web/ui/texts.tsx'
import { type Invoice, invoiceDetail } from '../../domain/list-contract.ts'
import { AboutInvoice, InvoiceActions, InvoiceTotals } from '../page/InvoicePage.tsx'

/** Reads an inbound invoice or a request. */
export const readAhead = (id: number): Promise<unknown> => readAnswer(invoiceDetail, { id })

/** Shows an inbound invoice beside a list: what may be done with it, its lines, totals and data. */
export default function InvoicePreview({ id }: { id: number }) {
  return (
    <AskedPreview contract={invoiceDetail} id={id}>
      {({ invoice }) => (
        <>
          {invoice.state === 'CANCELED' ? (
            <div>
              <StatusBadge status="CANCELED" />
            </div>
          ) : null}
          {invoice.type === 'REQUEST-PM' ? null : (
            <Group gap="xs" data-tools>
              <InvoiceActions invoice={invoice} />
            </Group>
          )}
          <Lines invoice={invoice} />
          <InvoiceTotals invoice={invoice} />
          <AboutInvoice invoice={invoice} />
        </>
      )}
    </AskedPreview>
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
