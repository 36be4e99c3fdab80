import { useTranslation } from 'react-i18next'
import { cachedAnswer } from '#web/offline/answer-cache.ts'
import { askQuery } from '#web/api.ts'
import { usePerson } from '#web/session.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { notesOfShipment, type ShipmentNotes } from '../domain/contract.ts'
import { hasLiveNote } from './use-notes.ts'

/** After this many milliseconds the answer on the device is taken. */
const PATIENCE_MS = 2_000

/**
 * Returns a function that asks the driver before a shipment is finished while return notes are missing, because none is issued afterwards.
 * It returns true if nothing is missing, or if the driver finishes all the same. The server then tells the office.
 */
export function useFinishQuestion(): (shipmentId: number) => Promise<boolean> {
  const { t } = useTranslation('movement')
  const personId = usePerson()?.id ?? null
  const onDevice = async (shipmentId: number): Promise<ShipmentNotes | null> =>
    personId === null ? null : ((await cachedAnswer(personId, notesOfShipment, { shipmentId }))?.output ?? null)
  return async (shipmentId) => {
    const notes = await askQuery(notesOfShipment, { shipmentId }, { patience: PATIENCE_MS })
      .catch(() => onDevice(shipmentId))
      .catch(() => null)
    const missing = notes?.needed ? (notes.back ?? []).filter((stop) => !hasLiveNote(stop) || stop.differs) : []
    if (missing.length === 0) return true
    return confirm({
      title: t('finish.title', { id: shipmentId }),
      body: t('finish.body', { stops: missing.map(({ name }) => name).join(' · ') }),
      confirmLabel: t('finish.anyway'),
      danger: true,
    })
  }
}
