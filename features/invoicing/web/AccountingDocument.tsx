import { Anchor, Badge, Box, Text } from '@mantine/core'
import { ExternalLink } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { AWAITS_DOCUMENT } from '#features/orders/domain/lifecycle.ts'
import { shownStatus } from '#features/orders/domain/order.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { DocumentMark } from '#features/orders/web/OrderStateCell.tsx'
import { isRetail } from '#kernel/tax/tax-document.ts'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Facts, Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { MomentText, MoneyText } from '#web/ui/texts.tsx'
import { creditAndCancel } from '../domain/contract.ts'
import { OPEN } from '../domain/document.ts'
import { invoicingRights } from '../domain/rights.ts'
import { TEST_ONLY, waitsForPerson } from '../domain/ways.ts'
import { AnswerOfService } from './AnswerOfService.tsx'
import { CreditPart } from './CreditPart.tsx'
import { EndByHand } from './EndByHand.tsx'
import styles from './invoice.module.css'
import { useSendAgain } from './use-send-again.ts'
import { ViewInvoice } from './ViewInvoice.tsx'

type Document = NonNullable<OrderDetail['document']>

/** Reports whether a document is one for a private person. */
const isReceipt = ({ type }: Document): boolean => type !== null && isRetail(type)

const nameOf = (document: Document) => (document.kind === 'invoice' && isReceipt(document) ? 'receipt' : document.kind)

type OfDocument = { order: OrderDetail; document: Document }

const View = ({ order, document }: OfDocument) => <ViewInvoice orderId={order.id} receipt={isReceipt(document)} />

/** Shows the state of the order's document at the accounting service. It may be sent again only after a refusal. */
export default function AccountingDocument({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('invoicing')
  const { document } = order
  if (document === null) return <OwnInvoice order={order} />
  return (
    <Panel title={t(`document.${nameOf(document)}`)} actions={<View order={order} document={document} />}>
      {order.invoiceMode === 'red' ? (
        <Text size="sm" mb="sm">
          {t('view.invoiced-red')}
        </Text>
      ) : null}
      <DocumentState document={document} />
      {document.withoutMark && document.mark === null && OPEN.some((status) => status === document.status) ? (
        <Text size="sm" mb="sm" fw={600}>
          {t('document.without-mark')}
        </Text>
      ) : null}
      <AnswerOfService answered={document} customerId={order.customer.id} mb="sm" />
      <Facts
        items={[
          ...(document.number === null
            ? []
            : [
                {
                  label: t('view.number'),
                  value: <span className="figures">{`${document.series ?? ''} ${document.number}`.trim()}</span>,
                },
              ]),
          ...(document.type === null
            ? []
            : [
                {
                  label: t('numbers.type'),
                  value: `${t(`tax.type.${document.type.replace('.', '-')}`)} (${document.type})`,
                },
              ]),
          ...(document.mark
            ? [{ label: t('document.mark'), value: <span className="figures">{document.mark}</span> }]
            : []),
          ...(document.settledBy === null
            ? []
            : [
                { label: t('document.settled-by'), value: document.settledBy },
                { label: t('red.reason'), value: document.settledReason },
              ]),
          { label: t('document.attempts'), value: document.attempts },
          { label: t('document.updated'), value: <MomentText value={document.updated} /> },
          ...(document.qrUrl
            ? [
                {
                  label: t('document.qr'),
                  value: (
                    <Anchor href={document.qrUrl} target="_blank" rel="noreferrer" size="sm">
                      {t('document.open')} <ExternalLink size={14} aria-hidden />
                    </Anchor>
                  ),
                },
              ]
            : []),
        ]}
      />
      {OPEN.some((status) => status === document.status) &&
      (document.errorCode !== null || document.status === 'UNKNOWN') ? (
        <EndByHand order={order} />
      ) : null}
      <WhatNext order={order} document={document} />
    </Panel>
  )
}

/** Shows what was credited of the order, and what a person can do with its document now. */
function WhatNext({ order, document }: OfDocument) {
  const { t } = useTranslation('invoicing')
  const { kind, status } = document
  return (
    <>
      {order.creditedInPart > 0 ? (
        <Box mt="sm">
          <Facts items={[{ label: t('credit-part.credited'), value: <MoneyText value={order.creditedInPart} /> }]} />
        </Box>
      ) : null}
      {status === 'FAILED' && kind === 'credit-part' ? (
        <Text size="sm" mt="sm">
          {t('credit-part.refused', { button: t('credit-part.button') })}
        </Text>
      ) : null}
      {status === 'FAILED' && kind !== 'credit-part' ? <SendAgain order={order} kind={kind} /> : null}
      {OPEN.some((open) => open === status) ? null : <CreditPart order={order} />}
    </>
  )
}

/** Shows the state of a document, and that a document of the test environment was only a test. */
function DocumentState({ document }: { document: Document }) {
  const { t } = useTranslation('invoicing')
  const { status, errorCode, settledBy } = document
  // the service neither accepted nor refused a document that a person has settled; the person and the reason are shown below
  const saysNothing = settledBy !== null || errorCode === TEST_ONLY || waitsForPerson(errorCode)
  return (
    <>
      {errorCode === TEST_ONLY ? (
        <Badge color="grape" variant="light">
          {t('ways.test')}
        </Badge>
      ) : (
        <DocumentMark status={shownStatus(document)} />
      )}
      <Text size="sm" mt={4} mb="sm">
        {saysNothing ? '' : t(`document.says.${status}`, { defaultValue: '' })}
      </Text>
    </>
  )
}

/** Shows the panel of an order that was invoiced without the accounting service. */
function OwnInvoice({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('invoicing')
  if (order.invoiceMode === null) return null
  return (
    <Panel title={t('view.panel')} actions={<ViewInvoice orderId={order.id} />}>
      <Text size="sm">{t(order.invoiceMode === 'red' ? 'view.invoiced-red' : 'view.invoiced-elsewhere')}</Text>
      <CreditPart order={order} />
    </Panel>
  )
}

function SendAgain({ order, kind }: { order: OrderDetail; kind: 'invoice' | 'credit-note' }) {
  const { t } = useTranslation('invoicing')
  const may = useMay(kind === 'invoice' ? invoicingRights.invoice : ordersRights.cancel)
  const invoice = useSendAgain(order.id)
  const credit = useRun(creditAndCancel)
  if (!may || !AWAITS_DOCUMENT[kind].includes(order.status)) return null

  const sendCreditNote = async () => {
    await credit.mutateAsync({ id: order.id })
    say.done(t('said.sending', { count: 1 }))
  }
  const send = (): Promise<void> =>
    (kind === 'invoice' ? invoice.sendAgain() : sendCreditNote()).catch((error: unknown) =>
      say.failed(error, () => void send()),
    )

  return (
    <ActionButton
      mt="sm"
      className={styles.press}
      variant="default"
      pending={invoice.isPending || credit.isPending}
      onClick={() => void send()}
    >
      {t('document.send-again')}
    </ActionButton>
  )
}
