import { Alert, Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download, ExternalLink, TriangleAlert } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { inputAddress } from '#kernel/contract.ts'
import { cents, priceDecimals, subtractCents } from '#kernel/money.ts'
import { cashWarning } from '#kernel/tax/cash-limit.ts'
import { HOME } from '#kernel/tax/country.ts'
import { isPaidAtOnce, PAYMENT_WAYS } from '#kernel/tax/payment-ways.ts'
import { isRetail } from '#kernel/tax/tax-document.ts'
import { roundedRates } from '#features/orders/domain/paper/sheet.ts'
import { DocumentMark } from '#features/orders/web/OrderStateCell.tsx'
import { Facts } from '#web/ui/Panel.tsx'
import { CashWarning } from '#web/ui/payment/CashWarning.tsx'
import { DayText, MoneyText, PriceText, QuantityText, RateText } from '#web/ui/texts.tsx'
import cards from '#web/ui/table/card-table.module.css'
import { NOTHING, showRate } from '#web/format.ts'
import { documentXml, type InvoiceView } from '../domain/contract.ts'
import { BUYER_OWES_VAT } from '../domain/tax/document-type.ts'
import styles from './invoice.module.css'
import { DocumentPaper } from './paper/DocumentPaper.tsx'

/** An invoice, and the order on whose page it is shown. */
type InvoiceProps = { invoice: InvoiceView }

/**
 * Shows one invoice or credit note as issued: both parties, lines, VAT by rate, totals, and the tax office's numbers.
 */
export function Invoice({ invoice }: InvoiceProps) {
  const { t } = useTranslation('invoicing')
  const { mode, kind, customer, issuer } = invoice
  const red = mode === 'red'
  return (
    <article className={styles.paper} data-invoice={mode} data-kind={kind}>
      {red ? (
        <Alert color="red" variant="light" icon={<TriangleAlert size={16} aria-hidden />} title={t('view.not-tax')}>
          {invoice.reason ? (
            <Text size="sm" c="var(--mantine-color-text)">
              {t('view.reason', { reason: invoice.reason })}
            </Text>
          ) : null}
        </Alert>
      ) : null}
      {kind === 'invoice' && invoice.paymentWay === PAYMENT_WAYS.cash ? (
        <CashWarning
          warning={cashWarning({
            business: invoice.type === null || !isRetail(invoice.type),
            net: cents(invoice.net),
            total: cents(invoice.total),
          })}
        />
      ) : null}
      {invoice.status === 'FAILED' || invoice.status === 'UNKNOWN' ? (
        <Alert color={invoice.status === 'FAILED' ? 'red' : 'yellow'} variant="light" title={t('view.not-issued')}>
          <Text size="sm" c="var(--mantine-color-text)">
            {t(`document.says.${invoice.status}`)}
          </Text>
        </Alert>
      ) : null}
      <Facts
        items={[
          {
            label: t('view.mode'),
            value:
              invoice.type === null
                ? t(red ? 'view.kind.red' : `view.kind.${kind}`)
                : `${t(`tax.type.${invoice.type.replace('.', '-')}`)} (${invoice.type})`,
          },
          { label: t('view.code'), value: <span className="figures">{invoice.refcode}</span> },
          {
            label: t('view.number'),
            value: <span className="figures">{`${invoice.series} ${invoice.number}`.trim()}</span>,
          },
          { label: t('view.day'), value: <DayText value={invoice.day} /> },
          ...(invoice.paymentWay === null
            ? []
            : [{ label: t('tax.payment'), value: t(`tax.payment-way.${invoice.paymentWay}`) }]),
          ...(invoice.dueDay === null || isPaidAtOnce(invoice.paymentWay ?? 0)
            ? []
            : [{ label: t('tax.due'), value: <DayText value={invoice.dueDay} /> }]),
          {
            label: t('view.state'),
            value: invoice.status === null ? t('view.not-sent') : <DocumentMark status={invoice.status} />,
          },
        ]}
      />
      <div className={styles.parties}>
        <Party title={t('view.issuer')} party={issuer} />
        <Party title={t('view.customer')} party={customer} />
      </div>
      <Lines invoice={invoice} />
      <div className={styles.foot}>
        <Sums invoice={invoice} />
        <TaxOffice invoice={invoice} />
      </div>
    </article>
  )
}

function Party({ title, party }: { title: string; party: InvoiceView['issuer'] }) {
  const { t } = useTranslation('invoicing')
  const street = [party.street, party.streetNumber].filter(Boolean).join(' ')
  const country = party.country === '' || party.country === HOME ? '' : party.country
  const place = [street, [party.postcode, party.city].filter(Boolean).join(' '), country].filter(Boolean).join(', ')
  return (
    <div>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <Text size="sm" fw={600}>
        {party.name || NOTHING}
      </Text>
      {party.profession ? <Text size="sm">{party.profession}</Text> : null}
      {place ? <Text size="sm">{place}</Text> : null}
      {party.vat ? (
        <Text size="sm" className="figures">
          {t('view.vat-number', { vat: party.vat })}
        </Text>
      ) : null}
      {party.taxOffice ? <Text size="sm">{t('tax.tax-office', { name: party.taxOffice })}</Text> : null}
      {party.gemi ? (
        <Text size="sm" className="figures">
          {t('tax.gemi', { number: party.gemi })}
        </Text>
      ) : null}
    </div>
  )
}

/** The columns of the lines before the VAT. */
const COLUMNS_BEFORE_VAT = 5

function Lines({ invoice: { lines, rates } }: { invoice: InvoiceView }) {
  const { t } = useTranslation(['invoicing', 'orders'])
  const decimals = priceDecimals(lines.map((line) => line.price))
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('view.lines')}>
      <table className={`${cards.table} ${styles.lines}`}>
        <thead>
          <tr>
            <th>{t('view.name')}</th>
            <th className={cards.end}>{t('view.quantity')}</th>
            <th className={cards.end}>{t('view.price')}</th>
            <th className={cards.end}>{t('view.vat-rate')}</th>
            <th className={cards.end}>{t('view.net')}</th>
            <th className={cards.end}>{t('view.vat')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={index}>
              <td className={styles.name}>
                {line.name}
                {line.code ? (
                  <Text span size="xs" c="dimmed" display="block">
                    {line.code}
                  </Text>
                ) : null}
                {line.exemption === null ? null : (
                  <Text span size="xs" c="dimmed" display="block">
                    {t(line.exemption === BUYER_OWES_VAT ? 'tax.buyer-owes' : 'tax.exemption', {
                      code: line.exemption,
                    })}
                  </Text>
                )}
              </td>
              <td className={cards.end} data-label={t('view.quantity')}>
                <QuantityText value={line.quantity} unit={line.unit} />
              </td>
              <td className={cards.end} data-label={t('view.price')}>
                <PriceText value={line.price} decimals={decimals} />
              </td>
              <td className={cards.end} data-label={t('view.vat-rate')}>
                <RateText value={line.vatRate} />
              </td>
              <td className={cards.end} data-label={t('view.net')}>
                <MoneyText value={line.net} />
              </td>
              <td className={cards.end} data-label={t('view.vat')}>
                <MoneyText value={subtractCents(cents(line.vat), cents(line.vatRounding))} />
              </td>
            </tr>
          ))}
          {roundedRates(rates).map(({ rate, rounding }) => (
            <tr key={`rounding-${rate}`}>
              <td colSpan={COLUMNS_BEFORE_VAT}>{t('orders:paper.vat-rounding', { rate: showRate(rate) })}</td>
              <td className={cards.end} data-label={t('view.vat')}>
                <MoneyText value={rounding} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Sums({ invoice: { rates, net, vat, total } }: { invoice: InvoiceView }) {
  const { t } = useTranslation('invoicing')
  return (
    <table className={styles.sums} aria-label={t('view.sums')}>
      <thead>
        <tr>
          <th>{t('view.vat-rate')}</th>
          <th className={styles.right}>{t('view.net')}</th>
          <th className={styles.right}>{t('view.vat')}</th>
        </tr>
      </thead>
      <tbody>
        {rates.map((one) => (
          <tr key={one.rate} data-rate={one.rate}>
            <td>
              <RateText value={one.rate} />
            </td>
            <td className={styles.right}>
              <MoneyText value={one.net} />
            </td>
            <td className={styles.right}>
              <MoneyText value={one.vat} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr data-sum="parts">
          <th scope="row">{t('view.sum')}</th>
          <td className={styles.right}>
            <MoneyText value={net} />
          </td>
          <td className={styles.right}>
            <MoneyText value={vat} />
          </td>
        </tr>
        <tr data-sum="total" className={styles.grand}>
          <th scope="row">{t('view.total')}</th>
          <td className={styles.right} colSpan={2}>
            <MoneyText value={total} />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

/** Shows the MARK, the UID, and the public address of the document as a QR code. */
function TaxOffice({ invoice: { documentId, type, status, mark, uid, qrUrl } }: InvoiceProps) {
  const { t } = useTranslation('invoicing')
  const qr = useQuery({
    queryKey: ['qr', qrUrl],
    queryFn: async () => (await import('#web/ui/paper/qr.ts')).qrPicture(qrUrl ?? ''),
    enabled: qrUrl !== null,
    staleTime: Infinity,
  })
  if (mark === null && uid === null && qrUrl === null && documentId === null) return null
  return (
    <Group gap="md" align="flex-start" wrap="nowrap" className={styles.tax}>
      {qrUrl !== null && qr.data ? <img src={qr.data} alt={t('view.qr')} className={styles.qr} /> : null}
      <div className={styles.numbers}>
        {mark ? <Number label={t('document.mark')} value={mark} /> : null}
        {uid ? <Number label={t('view.uid')} value={uid} /> : null}
        {qrUrl ? (
          <Anchor href={qrUrl} target="_blank" rel="noreferrer" size="sm">
            {t('document.open')} <ExternalLink size={14} aria-hidden />
          </Anchor>
        ) : null}
        {documentId === null || type === null ? null : (
          <Anchor href={inputAddress(documentXml, { id: documentId })} download size="sm" display="block">
            {t('tax.xml')} <Download size={14} aria-hidden />
          </Anchor>
        )}
        {documentId !== null && status === 'ACKNOWLEDGED' ? <DocumentPaper documentId={documentId} /> : null}
      </div>
    </Group>
  )
}

function Number({ label, value }: { label: string; value: string }) {
  return (
    <Text size="sm" mb={4}>
      <Text span size="xs" c="dimmed" display="block">
        {label}
      </Text>
      <span className={styles.code}>{value}</span>
    </Text>
  )
}
