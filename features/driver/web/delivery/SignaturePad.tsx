import { Button } from '@mantine/core'
import { Eraser } from '#web/ui/icon/icons.ts'
import { type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Signature } from '#features/shipping/domain/delivery.ts'
import { SignatureDrawing } from '#features/shipping/web/SignatureDrawing.tsx'
import styles from './delivery.module.css'
import { drawnOn, pointAt, withStroke } from '../../domain/signature.ts'

type SignaturePadProps = { signature: Signature; onChange: (signature: Signature) => void }

/**
 * Takes a signature drawn with a finger. A person who uses only a keyboard cannot draw one, but a name is also a proof.
 */
export function SignaturePad({ signature, onChange }: SignaturePadProps) {
  const { t } = useTranslation('driver')
  const finger = useRef<number | null>(null)
  const [stroke, setStroke] = useState<Signature[number]>([])
  // pointer events arrive faster than React renders
  const drawn = useRef<Signature[number]>([])

  const add = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const between = event.nativeEvent.getCoalescedEvents?.() ?? []
    let next = drawn.current
    for (const point of between.length === 0 ? [event] : between) next = drawnOn(next, pointAt(point, box))
    drawn.current = next
    setStroke(next)
  }
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    if (finger.current !== null || event.button !== 0) return
    finger.current = event.pointerId
    event.currentTarget.setPointerCapture(event.pointerId)
    drawn.current = []
    add(event)
  }
  const end = (event: PointerEvent<HTMLDivElement>) => {
    if (finger.current !== event.pointerId) return
    finger.current = null
    onChange(withStroke(signature, drawn.current))
    drawn.current = []
    setStroke([])
  }
  const empty = signature.length === 0 && stroke.length === 0
  return (
    <section className={styles.signing} aria-labelledby="signature">
      <div>
        <h3 id="signature">{t('delivery.signature-given')}</h3>
        {empty ? null : (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<Eraser size={16} aria-hidden />}
            onClick={() => onChange([])}
          >
            {t('delivery.clear')}
          </Button>
        )}
      </div>
      <div
        className={styles.pad}
        data-signature
        data-empty={empty || undefined}
        onPointerDown={begin}
        onPointerMove={(event) => {
          if (finger.current === event.pointerId) add(event)
        }}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <SignatureDrawing
          signature={stroke.length === 0 ? signature : [...signature, stroke]}
          label={empty ? t('delivery.signature-empty') : t('delivery.signature-given')}
        />
        {empty ? <p aria-hidden>{t('delivery.sign-here')}</p> : null}
      </div>
    </section>
  )
}
