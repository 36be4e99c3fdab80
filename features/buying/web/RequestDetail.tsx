import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Ban, FileText, Mail, PackageCheck, Printer } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pdfAddress } from '#kernel/contract.ts'
import { MailsPanel } from '#features/mail/web/MailsPanel.tsx'
import { NotesPanel } from '#features/notes/web/NotesPanel.tsx'
import { showQuantity } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton, WhyClosed } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import shortTable from '#web/ui/table/short-table.module.css'
import { DayText, QuantityText } from '#web/ui/texts.tsx'
import stack from '#features/orders/web/order-frame.module.css'
import { invoicesEntity } from '../domain/entity.ts'
import { cancelRequest, orderSheet, type PurchaseRequest, requestDetail } from '../domain/contract.ts'
import { whyNotCanceled, whyNotReceived } from '../domain/request.ts'
import { purchasesRights } from '#features/supplier-catalogue/domain/rights.ts'
import { MailSheet } from './MailSheet.tsx'
import { RequestFacts } from './RequestFacts.tsx'
import { StateBadge } from './StateBadge.tsx'

/** Opens the form of an invoice for what a request still expects; false if the person keeps another draft. */
export type Receive = (requestId: number) => Promise<boolean>

/** Shows a request or an order at a provider: its goods, what has come, and what can be done with it. */
export function RequestDetail({ id, receive }: { id: number; receive: Receive }) {
  const { t } = useTranslation('purchases')
  const answer = useAsk(requestDetail, { id })
  if (answer.data) return <Content request={answer.data.request} receive={receive} />
  return (
    <>
      <PageHeader title={t('title.request')} back={{ to: '/invoices?tab=requests', label: t('tab.requests') }} />
      {answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading rows={8} height={36} />
      )}
    </>
  )
}

const isOrder = (request: PurchaseRequest): boolean => request.orderedAt !== null

/** Returns what a request is called, with its number. */
export function useRequestTitle(request: PurchaseRequest): string {
  const { t } = useTranslation('purchases')
  return t(isOrder(request) ? 'request.order' : 'request.request', { id: request.number || request.id })
}

function Content({ request, receive }: { request: PurchaseRequest; receive: Receive }) {
  const { t } = useTranslation('purchases')
  const title = useRequestTitle(request)
  return (
    <>
      <PageHeader
        title={title}
        tab={title}
        mark={<StateBadge state={request.state} isLate={request.isLate} />}
        subtitle={request.providerName}
        back={{ to: '/invoices?tab=requests', label: t('tab.requests') }}
        primary={<ReceiveButton request={request} receive={receive} />}
        secondary={<RequestActions request={request} />}
      />
      <WhyNoAction request={request} />
      <div className={stack.stack}>
        <Canceled request={request} />
        <RequestFacts request={request} />
        <RequestLines request={request} />
        <RequestLinks request={request} />
        {isOrder(request) ? <MailsPanel entity={invoicesEntity} id={request.id} /> : null}
        <Panel title={t('page.notes-title')}>
          <NotesPanel entity={invoicesEntity} id={request.id} />
        </Panel>
      </div>
    </>
  )
}

type OfRequest = { request: PurchaseRequest }

/** Says why the goods cannot be received, or the request not be cancelled. */
export function WhyNoAction({ request }: OfRequest) {
  return useMay(purchasesRights.write) ? (
    <WhyClosed reasons={[whyNotReceived(request), whyNotCanceled(request)]} />
  ) : null
}

/** Says who has cancelled the request, and why. */
export function Canceled({ request }: OfRequest) {
  const { t } = useTranslation('purchases')
  return request.canceledAt === null ? null : (
    <Alert color="red" variant="light" py="xs">
      {t(request.cancelReason ? 'request.canceled-why' : 'request.canceled', {
        name: request.canceledName,
        at: request.canceledAt,
        reason: request.cancelReason,
      })}
    </Alert>
  )
}

export function ReceiveButton({ request, receive }: { request: PurchaseRequest; receive: Receive }) {
  const { t } = useTranslation('purchases')
  if (!useMay(purchasesRights.write)) return null
  const press = () => {
    receive(request.id).catch((fault: unknown) => say.failed(fault, press))
  }
  return (
    <ActionButton leftSection={<PackageCheck size={16} aria-hidden />} closed={whyNotReceived(request)} onClick={press}>
      {t('request.receive')}
    </ActionButton>
  )
}

/** What else can be done with a request: print and mail an order, and cancel. */
export function RequestActions({ request }: OfRequest) {
  const { t } = useTranslation('purchases')
  const [mailing, setMailing] = useState(false)
  const mayWrite = useMay(purchasesRights.write)
  const run = useRun(cancelRequest)
  const isPart = request.state === 'PART-RECEIVED'
  const cancel = async () => {
    const agreed = await confirm({
      title: t(isPart ? 'request.cancel-rest-title' : 'request.cancel-title'),
      body: t(
        isPart ? 'request.cancel-rest-body' : isOrder(request) ? 'request.cancel-order-body' : 'request.cancel-body',
      ),
      confirmLabel: t(isPart ? 'request.cancel-rest' : 'request.cancel'),
      danger: true,
    })
    if (agreed) run.mutate({ id: request.id, version: request.version }, { onError: (error) => say.failed(error) })
  }
  return (
    <>
      {isOrder(request) ? (
        <>
          <Button
            component={PageLink}
            to={`/purchase-order/${request.id}`}
            variant="default"
            leftSection={<Printer size={16} aria-hidden />}
          >
            {t('request.sheet')}
          </Button>
          <Button
            component="a"
            href={pdfAddress(orderSheet, { id: request.id })}
            target="_blank"
            variant="default"
            leftSection={<FileText size={16} aria-hidden />}
          >
            {t('page.pdf')}
          </Button>
          {mayWrite ? (
            <Button variant="default" leftSection={<Mail size={16} aria-hidden />} onClick={() => setMailing(true)}>
              {t(request.mailedAt === null ? 'request.mail' : 'request.mail-again')}
            </Button>
          ) : null}
        </>
      ) : null}
      {mayWrite ? (
        <ActionButton
          variant="default"
          leftSection={<Ban size={16} aria-hidden />}
          closed={whyNotCanceled(request)}
          pending={run.isPending}
          onClick={() => void cancel()}
        >
          {t(isPart ? 'request.cancel-rest' : 'request.cancel')}
        </ActionButton>
      ) : null}
      {mailing ? <MailSheet request={request} close={() => setMailing(false)} /> : null}
    </>
  )
}

/** The goods, and what of them has come. */
export function RequestLines({ request }: OfRequest) {
  const { t } = useTranslation('purchases')
  return (
    <Panel title={t('request.goods')} flush>
      <div role="group" className={shortTable.scroll} tabIndex={0} aria-label={t('request.goods')}>
        <table className={`${shortTable.list} ${shortTable.named}`} aria-label={t('request.goods')}>
          <thead>
            <tr>
              <th scope="col">{t('requests.goods')}</th>
              <th scope="col" className={shortTable.end}>
                {t('word.quantity')}
              </th>
              <th scope="col" className={shortTable.end}>
                {t('request.received')}
              </th>
              <th scope="col" className={shortTable.end}>
                {t('request.outstanding')}
              </th>
            </tr>
          </thead>
          <tbody>
            {request.lines.map((line) => (
              <tr key={line.lineNo}>
                <th scope="row">
                  {line.productId === null ? (
                    line.name
                  ) : (
                    <Anchor component={PageLink} to={`/product-overview/${line.productId}`} size="sm">
                      {line.name}
                    </Anchor>
                  )}
                  <small>{[line.providerSku, line.sku].filter(Boolean).join(' · ')}</small>
                </th>
                <td className={shortTable.end}>
                  <QuantityText value={line.quantity} unit={line.unit} />
                </td>
                <td className={shortTable.end}>
                  <QuantityText value={line.received} />
                </td>
                <td className={shortTable.end}>
                  <QuantityText value={line.outstanding} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

/** The requests that an order answers, and the invoices that brought goods. */
export function RequestLinks({ request }: OfRequest) {
  const { t } = useTranslation('purchases')
  if (request.answers.length === 0 && request.invoices.length === 0) return null
  return (
    <Panel title={t('request.links')}>
      <Stack gap="xs">
        {request.answers.map((one) => (
          <Group key={`request-${one.id}`} gap="xs">
            <Anchor component={PageLink} to={`/invoice-detail/${one.id}`} size="sm">
              {t('request.request', { id: one.id })}
            </Anchor>
            <Text size="sm">
              {`${one.name}, ${showQuantity(one.quantity)} ${t(`unit.${one.unit}`, { ns: 'frame', defaultValue: one.unit })} · ${one.person}`}
            </Text>
          </Group>
        ))}
        {request.invoices.map((one) => (
          <Group key={`invoice-${one.id}`} gap="xs">
            <Anchor component={PageLink} to={`/invoice-detail/${one.id}`} size="sm">
              {t('request.invoice', { number: one.number })}
            </Anchor>
            <Text size="sm" span>
              <DayText value={one.day} /> {one.state === 'CANCELED' ? t('state.CANCELED') : null}
            </Text>
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}
