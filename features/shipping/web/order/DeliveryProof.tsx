import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { inputAddress, type OutputOf } from '#kernel/contract.ts'
import { showMoment } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { MomentText } from '#web/ui/texts.tsx'
import { deliveryPhoto, deliveryProof } from '../../domain/contract.ts'
import { shippingRights } from '../../domain/rights.ts'
import styles from '../proof.module.css'
import { SignatureDrawing } from '../SignatureDrawing.tsx'

type Known = OutputOf<typeof deliveryProof>

/** Shows how an order was handed over: its shipments, signatures and photos. */
export default function DeliveryProof({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('shipping')
  const mayView = useMay(shippingRights.view)
  const answer = useAsk(deliveryProof, { orderId: order.id }, { enabled: mayView && order.status !== 'OFFER' })
  const known = answer.data
  if (known === undefined)
    return answer.error === null ? null : (
      <Panel title={t('panel.proof')}>
        <RefusalText error={answer.error} retry={() => void answer.refetch()} />
      </Panel>
    )
  const { stops, proofs, photos } = known
  if (stops.length + proofs.length + photos.length === 0) return null
  return (
    <Panel title={t('panel.proof')}>
      <Stops stops={stops} />
      {proofs.length + photos.length === 0 ? null : (
        <ul className={styles.proofs}>
          {proofs.map((proof) => (
            <SignedProof key={`proof-${proof.id}`} proof={proof} />
          ))}
          {photos.map((photo) => (
            <li key={`photo-${photo.id}`}>
              <figure>
                <DeliveryPhoto photo={photo} />
                <figcaption>
                  <MomentText value={photo.takenAt} /> · {photo.userName}
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Lists the shipments of the order with their outcome, and the reason of an order that was not delivered. */
function Stops({ stops }: Pick<Known, 'stops'>) {
  const { t } = useTranslation('shipping')
  if (stops.length === 0) return null
  return (
    <ul className={styles.stops}>
      {stops.map((stop) => (
        <li key={stop.shipmentId}>
          <p>
            {t('proof.shipment', { id: stop.shipmentId, driver: stop.driver })}
            {stop.outcome === null ? <span>{t('proof.under-way')}</span> : <StatusBadge status={stop.outcome} />}
            {stop.outcomeAt === null ? null : (
              <span>
                <MomentText value={stop.doneAt ?? stop.outcomeAt} />
              </span>
            )}
          </p>
          {stop.reasonCode === null && stop.reason === '' ? null : (
            <Text size="sm">
              {[stop.reasonCode === null ? '' : t(`reason.${stop.reasonCode}`), stop.reason].filter(Boolean).join(': ')}
            </Text>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Shows the recipient of the order, with the signature if they signed. */
function SignedProof({ proof }: { proof: Known['proofs'][number] }) {
  const { t } = useTranslation('shipping')
  return (
    <li>
      <figure>
        {proof.signature === null ? null : (
          <div className={styles.paper}>
            <SignatureDrawing
              signature={proof.signature}
              label={t('proof.signature', { name: proof.recipient || t('proof.no-recipient') })}
            />
          </div>
        )}
        <figcaption>
          <Text c="var(--mantine-color-text)" size="sm" fw={600}>
            {proof.recipient === '' ? t('proof.no-recipient') : t('proof.recipient', { name: proof.recipient })}
          </Text>
          {proof.signature === null ? <div>{t('proof.no-signature')}</div> : null}
          <MomentText value={proof.signedAt} /> · {proof.userName}
        </figcaption>
      </figure>
    </li>
  )
}

function DeliveryPhoto({ photo }: { photo: Known['photos'][number] }) {
  const { t } = useTranslation('shipping')
  const [missing, setMissing] = useState(false)
  const address = inputAddress(deliveryPhoto, { id: photo.id })
  if (missing) return <Text size="sm">{t('proof.photo-missing')}</Text>
  return (
    <a href={address} download>
      <img
        className={styles.photo}
        src={address}
        loading="lazy"
        alt={t('proof.photo', { at: showMoment(photo.takenAt) })}
        onError={() => setMissing(true)}
      />
    </a>
  )
}
