import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { purchasesRights } from '#features/supplier-catalogue/domain/rights.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { DayInput } from '#web/ui/form/DayInput.tsx'
import { Facts, Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { DayText, MomentText } from '#web/ui/texts.tsx'
import { type PurchaseRequest, setDueDay } from '../domain/contract.ts'
import { whyNotCanceled } from '../domain/request.ts'

/** The data of a request: for whom, by when and why. */
export function RequestFacts({ request }: { request: PurchaseRequest }) {
  const { t } = useTranslation('purchases')
  const mayOpenProvider = useMayOpen('/provider-detail/$id')
  const mayOpenOrder = useMayOpen('/order-detail/$id')
  const mayOpenTask = useMayOpen('/task/$id')
  const link = (to: string, text: string, may: boolean) =>
    may ? (
      <Anchor component={PageLink} to={to} inherit>
        {text}
      </Anchor>
    ) : (
      text
    )
  const { providerId, orderId, taskId } = request
  return (
    <Panel title={t('page.facts')}>
      <Facts
        items={[
          {
            label: t('page.provider'),
            value:
              providerId === null
                ? null
                : link(`/provider-detail/${providerId}`, request.providerName, mayOpenProvider),
          },
          { label: t('requests.due'), value: <DueDay request={request} /> },
          { label: t('requests.origin'), value: t(`origin.${request.origin}`) },
          { label: t('requests.person'), value: request.person },
          { label: t('requests.created'), value: <MomentText value={request.createdAt} /> },
          ...(request.mailedAt === null
            ? []
            : [{ label: t('request.mailed-at'), value: <MomentText value={request.mailedAt} /> }]),
          ...(request.section === '' ? [] : [{ label: t('requests.section'), value: request.section }]),
          ...(orderId === null
            ? []
            : [
                {
                  label: t('request.for-order'),
                  value: link(`/order-detail/${orderId}`, String(orderId), mayOpenOrder),
                },
              ]),
          ...(taskId === null
            ? []
            : [{ label: t('request.for-task'), value: link(`/task/${taskId}`, String(taskId), mayOpenTask) }]),
          ...(request.orderedIn === null
            ? []
            : [
                {
                  label: t('request.ordered-in'),
                  value: link(`/invoice-detail/${request.orderedIn}`, String(request.orderedIn), true),
                },
              ]),
          ...(request.note === '' ? [] : [{ label: t('page.note'), value: request.note, long: true }]),
        ]}
      />
    </Panel>
  )
}

/** The day by which the goods are expected. It can be changed while goods are expected, except where another order decides it. */
function DueDay({ request }: { request: PurchaseRequest }) {
  const { t } = useTranslation('purchases')
  const run = useRun(setDueDay)
  const mayWrite = useMay(purchasesRights.write)
  if (!mayWrite || whyNotCanceled(request) !== null) return <DayText value={request.dueOn} />
  return (
    <DayInput
      aria-label={t('requests.due')}
      clearable
      value={request.dueOn}
      onChange={(dueOn) =>
        run.mutate({ id: request.id, version: request.version, dueOn }, { onError: (error) => say.failed(error) })
      }
    />
  )
}
