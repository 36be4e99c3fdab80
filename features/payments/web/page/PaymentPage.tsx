import { Alert, Anchor, Menu } from '@mantine/core'
import { Ban, Mail } from '#web/ui/icon/icons.ts'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MailsPanel } from '#features/mail/web/MailsPanel.tsx'
import { NotesPanel } from '#features/notes/web/NotesPanel.tsx'
import { NotesTitle } from '#features/notes/web/NotesTitle.tsx'
import { pdfAddress } from '#kernel/contract.ts'
import { Refused } from '#kernel/refusal.ts'
import { shownIban } from '#kernel/settings/checks.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { PaperMenu } from '#web/ui/paper/PaperMenu.tsx'
import { useAsk } from '#web/query.ts'
import { useAddressId } from '#web/router/address-id.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Facts, Panel } from '#web/ui/Panel.tsx'
import { Loading, QuotedAlert } from '#web/ui/states.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import { DayText, MomentText, MoneyText } from '#web/ui/texts.tsx'
import { whyNotCancel } from '../../domain/cancelling.ts'
import { paymentsEntity } from '../../domain/entity.ts'
import { type PaymentDetail, paymentDetail, paymentReceipt } from '../../domain/office-contract.ts'
import { paymentsRights } from '../../domain/rights.ts'
import { MatchEditor } from '../matching/MatchEditor.tsx'
import { NoSuchPayment } from '../NoSuchPayment.tsx'
import { CancelPayment } from './CancelPayment.tsx'

const MailReceipt = lazyPart(() => import('./MailReceipt.tsx'))

/** Shows one payment with its links, and its counter-entry if it is cancelled. */
export default function PaymentPage() {
  const { id, given } = useAddressId()
  return id === null ? <NoSuchPayment given={given} /> : <LoadedPayment id={id} />
}

function LoadedPayment({ id }: { id: number }) {
  const { t } = useTranslation('payments')
  const answer = useAsk(paymentDetail, { id })
  if (answer.data) return <Content payment={answer.data.payment} />
  if (answer.error) return <Failure error={answer.error} retry={() => void answer.refetch()} />
  return (
    <>
      <PageHeader title={t('title.payment')} back={{ to: '/payments-list', label: t('title.list') }} />
      <Loading rows={8} height={36} />
    </>
  )
}

/** Says with the texts of the specification that there is no such payment, or that it could not be read. */
function Failure({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation('payments')
  const isMissing = error instanceof Refused && error.refusal.kind === 'missing'
  return (
    <>
      <PageHeader title={t('title.payment')} back={{ to: '/payments-list', label: t('title.list') }} />
      <QuotedAlert title={t(isMissing ? 'page.missing' : 'page.failed')} error={error} retry={retry} />
    </>
  )
}

function Content({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation('payments')
  const { id, cancels, cancelledBy } = payment
  const title = cancels === null ? t('page.title', { id }) : t('page.title-counter-entry', { id })
  return (
    <>
      <PageHeader
        title={title}
        tab={`${title} · ${payment.entityName}`}
        mark={cancelledBy === null ? null : <StatusBadge status="CANCELED" />}
        subtitle={payment.entityName}
        back={{ to: '/payments-list', label: t('title.list') }}
        secondary={<PaymentActions payment={payment} />}
      />
      <CancelledPair payment={payment} />
      <div className={surfaces.columns}>
        <div>
          <AboutPayment payment={payment} />
          {cancels === null && cancelledBy === null && payment.salespersonId === null ? (
            <Panel title={t('matching.title')}>
              <MatchEditor id={id} />
            </Panel>
          ) : null}
        </div>
        <div>
          <Panel title={<NotesTitle entity={paymentsEntity} id={id} />}>
            <NotesPanel entity={paymentsEntity} id={id} />
          </Panel>
          <MailsPanel entity={paymentsEntity} id={id} />
        </div>
      </div>
    </>
  )
}

/** Leads from a cancelled payment to what cancelled it, and back. */
export function CancelledPair({ payment: { cancels, cancelledBy } }: { payment: PaymentDetail }) {
  const { t } = useTranslation('payments')
  return (
    <>
      {cancelledBy === null ? null : (
        <Linked
          entry={cancelledBy}
          reason={cancelledBy.reason}
          text={t('page.cancelled-by', { name: cancelledBy.userName })}
        />
      )}
      {cancels === null ? null : <Linked entry={cancels} text={t('page.cancels', { id: cancels.id })} />}
    </>
  )
}

type LinkedProps = { entry: NonNullable<PaymentDetail['cancels']>; text: string; reason?: string }

/** Leads to the other payment of a cancelled pair. */
function Linked({ entry, text, reason = '' }: LinkedProps) {
  return (
    <Alert color="red" variant="light" py="xs" mb="md" data-counter-entry={entry.id}>
      <Anchor component={PageLink} to={`/payment-overview/${entry.id}`} inherit underline="always">
        {text}
      </Anchor>
      , <DayText value={entry.date} />
      {reason === '' ? null : <div>{reason}</div>}
    </Alert>
  )
}

/** Links a text to a page, if the person may open it. */
function Link({ page, to, children }: { page: string; to: string; children: ReactNode }) {
  return useMayOpen(page) ? (
    <Anchor component={PageLink} to={to} inherit>
      {children}
    </Anchor>
  ) : (
    children
  )
}

/** The data of the payment, with every field of the specification. */
export function AboutPayment({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation('payments')
  const { customerId, providerId, salespersonId, orderId, handover } = payment
  const isStruck = payment.cancelledBy !== null || payment.cancels !== null
  const amount = <MoneyText value={payment.amount} flagNegative />
  const party =
    providerId !== null ? (
      <Link page="/provider-detail/$id" to={`/provider-detail/${providerId}`}>
        {payment.entityName} (#{providerId})
      </Link>
    ) : customerId !== null ? (
      <Link page="/customer-detail/$id" to={`/customer-detail/${customerId}`}>
        {payment.entityName} (#{customerId})
      </Link>
    ) : salespersonId !== null ? (
      <Link page="/salesperson-detail/$id" to={`/salesperson-detail/${salespersonId}`}>
        {payment.entityName} (#{salespersonId})
      </Link>
    ) : (
      payment.entityName
    )
  const kind = salespersonId !== null ? 'salespersons' : providerId === null ? 'customers' : 'providers'
  const filled = (key: string, value: ReactNode, figures = false) =>
    value === '' || value === null ? [] : [{ label: t(key), value, figures }]
  return (
    <Panel title={t('page.facts')}>
      <Facts
        items={[
          { label: t(`kind.${kind}`), value: party },
          { label: t('field.amount'), value: isStruck ? <s>{amount}</s> : amount },
          { label: t('field.bound'), value: t(`bound.${payment.bound}`) },
          { label: t('column.type'), value: t(`type.${payment.type}`) },
          { label: t('field.date'), value: <DayText value={payment.date} /> },
          { label: t('field.series'), value: payment.series },
          { label: t('column.refcode'), value: payment.refcode, figures: true },
          { label: t('field.receiptCode'), value: payment.receiptCode },
          ...filled('field.bank', payment.bankName),
          ...filled('page.iban', payment.iban === '' ? '' : shownIban(payment.iban), true),
          ...filled('field.issuer', payment.issuer),
          ...filled('field.expireDate', payment.expireDate === null ? null : <DayText value={payment.expireDate} />),
          ...filled(
            'column.order',
            orderId === null ? null : (
              <Link page="/order-detail/$id" to={`/order-detail/${orderId}`}>
                {t('word.order-number', { id: orderId })}
              </Link>
            ),
          ),
          ...filled('page.carried-by', payment.carriedBy),
          ...filled(
            'page.handover',
            handover === null ? null : (
              <Link page="/drivers-cash" to="/drivers-cash">
                {t(handover.received ? 'page.handover-received' : 'page.handover-open', { id: handover.id })}
              </Link>
            ),
          ),
          { label: t('column.user'), value: payment.userName },
          { label: t('page.created'), value: <MomentText value={payment.created} /> },
        ]}
      />
    </Panel>
  )
}

/** The receipt to print, as PDF or by mail, and the button that cancels. */
export function PaymentActions({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation('payments')
  const mayWrite = useMay(paymentsRights.write)
  const [asked, setAsked] = useState<'mail' | 'cancel' | null>(null)
  const { id } = payment
  const close = () => setAsked(null)
  const state = { cancelsId: payment.cancels?.id ?? null, cancelledById: payment.cancelledBy?.id ?? null }
  return (
    <>
      <PaperMenu
        label={t('page.receipt')}
        print={{ label: t('page.print'), to: `/payment-receipt/${id}` }}
        pdf={{ label: t('page.pdf'), address: pdfAddress(paymentReceipt, { id }) }}
      >
        {mayWrite ? (
          <Menu.Item leftSection={<Mail size={16} aria-hidden />} onClick={() => setAsked('mail')}>
            {t('page.mail')}
          </Menu.Item>
        ) : null}
      </PaperMenu>
      {mayWrite && state.cancelsId === null ? (
        <ActionButton
          variant="default"
          c="var(--mantine-color-error)"
          leftSection={<Ban size={16} aria-hidden />}
          closed={whyNotCancel(state)}
          onClick={() => setAsked('cancel')}
        >
          {t('page.cancel')}
        </ActionButton>
      ) : null}
      {asked === 'cancel' ? <CancelPayment payment={payment} close={close} /> : null}
      {asked === 'mail' ? (
        <Suspense>
          <MailReceipt id={id} close={close} />
        </Suspense>
      ) : null}
    </>
  )
}
