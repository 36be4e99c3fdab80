import { ActionIcon, Alert, Button, Progress, Text } from '@mantine/core'
import { Camera, Check, Truck } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refusal, Refused } from '#kernel/refusal.ts'
import { showMoment } from '#web/format.ts'
import type { QueuedAction } from '#web/offline/action-queue.ts'
import { QueueBar } from '#web/offline/QueueBar.tsx'
import { NoRecordPage } from '#web/pages/NotFoundPage.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { useAddressId } from '#web/router/address-id.ts'
import type { Person } from '#web/offline/stored-person.ts'
import { useMay, usePerson } from '#web/session.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { say } from '#web/ui/say.tsx'
import { CameraDialog } from '#web/ui/scan/CameraDialog.tsx'
import { ScanNotice } from '#web/ui/scan/ScanNotice.tsx'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { type LoadingNow, missingText } from '../../domain/loading.ts'
import { shippingRights } from '../../domain/rights.ts'
import styles from './loading.module.css'
import { LOADING_PART } from './loading-parts.ts'
import { LoadingStops } from './LoadingStops.tsx'
import { useLoading } from './use-loading.ts'
import { useParcelScan } from './use-parcel-scan.ts'

/** The page beside the vehicle: each scan of a label ticks a parcel off, and the page says what is missing. */
export default function LoadingPage() {
  const { id, given } = useAddressId()
  const person = usePerson()
  if (id === null) return <NoRecordPage missing={refusal('missing', 'shipping.missing', { shipmentId: given })} />
  return person === null ? null : <Vehicle key={`${person.id} ${id}`} id={id} person={person} />
}

function Vehicle({ id, person }: { id: number; person: Person }) {
  const { t } = useTranslation('shipping')
  const mayPlan = useMay(shippingRights.read)
  const loading = useLoading(id, person)
  const { now, missing } = loading
  const shown = usePageParts(LOADING_PART).map(({ key, Part }) => <Part key={key} shipmentId={id} />)
  const scan = useParcelScan({ shipmentId: id, driver: now?.driver ?? '', loading })
  const [camera, setCamera] = useState(false)
  const notice = <ScanNotice word={scan.word} clear={scan.clear} />
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('loading.title', { id })}
        subtitle={[now?.driver, now?.vehicle].filter(Boolean).join(' · ')}
        back={
          mayPlan
            ? { to: '/shipping?shipments=open', label: t('tab.open') }
            : { to: `/driverpage?shipment=${id}`, label: t('loading.driver-page') }
        }
      />
      <Waiting loading={loading} />
      {now ? (
        <>
          <Departed departedAt={now.departedAt} departing={now.departing} />
          {now.stops.length === 0 ? (
            <>
              <EmptyState title={t('loading.empty')} />
              {shown}
            </>
          ) : (
            <>
              <Stops stops={now.stops} missing={missing} press={scan.press} />
              {shown}
              <div className={styles.foot}>
                {camera ? null : notice}
                <div className={styles.buttons}>
                  {'mediaDevices' in navigator ? (
                    <ActionIcon
                      size={50}
                      variant="default"
                      aria-label={t('word.scan-with-the-camera')}
                      onClick={() => setCamera(true)}
                    >
                      <Camera size={20} aria-hidden />
                    </ActionIcon>
                  ) : null}
                  <Departure loading={loading} now={now} />
                </div>
              </div>
            </>
          )}
        </>
      ) : loading.error ? (
        <ErrorState error={loading.error} retry={() => void loading.refetch()} />
      ) : (
        <Loading rows={4} height={72} />
      )}
      {camera ? (
        <CameraDialog hint={t('loading.camera-hint')} onCode={scan.receive} onClose={() => setCamera(false)}>
          {missing.length === 0 ? null : (
            <Text size="sm">{t('loading.depart-body', { missing: missingText(missing) })}</Text>
          )}
          {notice}
        </CameraDialog>
      ) : null}
    </div>
  )
}

type Held = { loading: ReturnType<typeof useLoading> }

/** Shows the ticks that wait on this device for the connection. */
function Waiting({ loading: { queue, cachedAt, pressed } }: Held) {
  const { t } = useTranslation('shipping')
  const what = (action: QueuedAction): string => {
    const press = pressed(action)
    return press === undefined ? t('word.action-of-another-page') : t(`press.${press.word}`, { ...press.input })
  }
  return <QueueBar queue={queue} cachedAt={cachedAt} what={what} />
}

type StopsProps = Pick<LoadingNow, 'stops'> &
  Pick<Held['loading'], 'missing'> &
  Pick<ReturnType<typeof useParcelScan>, 'press'>

/** Lists what is missing, the last stop first, and below it the orders that are loaded. */
function Stops({ stops, missing, press }: StopsProps) {
  const { t } = useTranslation('shipping')
  const inOrder = stops.toReversed()
  const open = new Set(missing.map(({ orderId }) => orderId))
  const all = stops.reduce((sum, { parcels }) => sum + parcels, 0)
  const loaded = all - missing.reduce((sum, one) => sum + one.missing.length, 0)
  const done = inOrder.filter(({ orderId }) => !open.has(orderId))
  return (
    <>
      <div className={styles.progress}>
        <span>{t('loading.progress', { loaded, all })}</span>
        <Progress value={(loaded / all) * 100} color={open.size === 0 ? 'green.8' : undefined} aria-hidden />
      </div>
      {open.size === 0 ? (
        <Alert color="green" icon={<Check size={20} aria-hidden />}>
          {t('loading.all')}
        </Alert>
      ) : (
        <section aria-labelledby="missing">
          <h2 id="missing">{t('loading.missing')}</h2>
          <Text size="sm" c="dimmed" mb="xs">
            {t('loading.hint')}
          </Text>
          <LoadingStops
            stops={inOrder.filter(({ orderId }) => open.has(orderId))}
            press={(...of) => void press(...of)}
          />
        </section>
      )}
      {done.length === 0 ? null : (
        <details className={styles.done}>
          <summary>{t('loading.loaded', { count: done.length })}</summary>
          <LoadingStops stops={done} press={(...of) => void press(...of)} />
        </details>
      )}
    </>
  )
}

function Departed({ departedAt, departing }: { departedAt: string | null; departing: boolean }) {
  const { t } = useTranslation('shipping')
  if (departedAt === null && !departing) return null
  return (
    <Alert color="blue" icon={<Truck size={20} aria-hidden />}>
      {departedAt === null ? t('loading.departs') : t('loading.departed', { at: showMoment(departedAt) })}
    </Alert>
  )
}

type DepartureProps = Held & { now: LoadingNow }

/** Notes that the vehicle leaves. It asks first if parcels are missing, and names them. */
function Departure({ loading: { missing, depart }, now: { id, departedAt, departing, status } }: DepartureProps) {
  const { t } = useTranslation('shipping')
  const [sending, setSending] = useState(false)
  if (departedAt !== null || departing || status !== 'PENDING') return null
  const leave = async () => {
    const withoutMissing = missing.length > 0
    const sure =
      !withoutMissing ||
      (await confirm({
        title: t('loading.depart-title'),
        body: (
          <ul className={styles.list}>
            {missing.map((one) => (
              <li key={one.orderId}>{missingText([one])}</li>
            ))}
          </ul>
        ),
        confirmLabel: t('loading.depart-anyway'),
        danger: true,
      }))
    if (!sure) return
    setSending(true)
    const result = await depart(withoutMissing).finally(() => setSending(false))
    if (result instanceof Refused) say.failed(result)
    else say.done(t('press.depart', { id }))
  }
  return (
    <Button size="lg" loading={sending} leftSection={<Truck size={20} aria-hidden />} onClick={() => void leave()}>
      {t('field.departed')}
    </Button>
  )
}
